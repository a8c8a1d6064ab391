/** Time-stamping authorities (RFC 3161) of OpenSSL: certificates of every kind, and a server that answers as it is told to. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runFolder } from './machines.ts';

/** @throws Error with what OpenSSL says */
export function openssl(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`);
  return stdout + stderr;
}

const config = `
[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[stamping]
extendedKeyUsage = critical, timeStamping
[stamping_and_more]
extendedKeyUsage = critical, timeStamping, clientAuth
[stamping_not_critical]
extendedKeyUsage = timeStamping
[serving]
extendedKeyUsage = critical, serverAuth
[tsa]
default_tsa = tsa_config
[tsa_config]
serial = ./serial
default_policy = 1.2.3.4.1
other_policies = 1.2.3.4.2
digests = sha256, sha384, sha512
ess_cert_id_alg = sha256
accuracy = secs:1
`;

export interface Authority {
  readonly folder: string;
  /** The certificate that the others lead to, PEM. */
  readonly root: string;
  /**
   * Makes a certificate.
   * @param extensions a section of the configuration above
   * @param dates such as `['-not_before', '20200101000000Z', …]` of `openssl x509`
   */
  certificate(name: string, extensions: string, options?: { days?: string; issuer?: string }): void;
  /** Answers a request. @param digest that of the signature */
  answer(request: Uint8Array, options?: { signer?: string; digest?: string; section?: string }): Buffer;
}

/** A root, and `tsa`, whose certificate is as it has to be. */
export function timeStampAuthority(): Authority {
  const folder = mkdtempSync(join(runFolder(), 'tsa-'));
  writeFileSync(join(folder, 'openssl.cnf'), config);
  writeFileSync(join(folder, 'serial'), '01\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-config', 'openssl.cnf'];
  const root = ['-x509', '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Test Root', '-extensions', 'ca'];
  openssl(folder, 'req', ...key, ...root, '-days', '3650');
  let serial = 100;
  const authority: Authority = {
    folder,
    root: readFileSync(join(folder, 'root.pem'), 'utf8'),
    certificate(name, extensions, { days = '365', issuer = 'root' } = {}) {
      const request = ['-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/O=Test/CN=Test Authority ${name}`];
      openssl(folder, 'req', ...key, ...request);
      const signing = ['-in', `${name}.csr`, '-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-out', `${name}.pem`];
      const extending = ['-extfile', 'openssl.cnf', '-extensions', extensions, '-set_serial', String((serial += 1))];
      openssl(folder, 'x509', '-req', ...signing, ...extending, '-days', days);
    },
    answer(request, { signer = 'tsa', digest = 'sha256', section = 'tsa_config' } = {}) {
      writeFileSync(join(folder, 'request.tsq'), request);
      const signing = ['-signer', `${signer}.pem`, '-inkey', `${signer}.key`, `-${digest}`, '-chain', 'root.pem'];
      const files = ['-queryfile', 'request.tsq', '-out', 'answer.tsr', '-config', 'openssl.cnf', '-section', section];
      openssl(folder, 'ts', '-reply', ...files, ...signing);
      return readFileSync(join(folder, 'answer.tsr'));
    },
  };
  authority.certificate('tsa', 'stamping');
  return authority;
}

/** A server that answers the body of a POST by `answer`, which may be changed. */
export async function stampServer(answer: (body: Buffer, response: ServerResponse, request: IncomingMessage) => void) {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => served.answer(Buffer.concat(parts), response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const served = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    answer,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return served;
}

/** As an authority answers. */
export const granted =
  (authority: Authority, options?: Parameters<Authority['answer']>[1]) =>
  (body: Buffer, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(authority.answer(body, options));
  };
