import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { limitConnections, type LimitedConnections, ownerOfAddress } from '../../process/connection-limits.ts';

describe('a limit on connections', () => {
  let server: Server;
  let limited: LimitedConnections;
  let inside: Socket[];
  const open = async (): Promise<Socket> => {
    const taken = once(server, 'connection');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    await taken;
    return socket;
  };
  beforeEach(async () => {
    inside = [];
    server = createServer((socket) => void inside.push(socket.on('error', () => {})));
    limited = limitConnections(server, { total: 3, perAddress: 1 }, 'bye');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of inside) socket.destroy();
    server.close();
  });

  it('cuts the connection that has waited longest, with a farewell, and takes the new one', async () => {
    const [first, second] = [await open(), await open(), await open()];
    await open();
    assert.equal(await text(first), 'bye');
    assert.equal(second.destroyed, false);
    assert.equal(inside[1]?.destroyed, false);
    assert.equal(inside[3]?.destroyed, false);
  });

  it('never cuts one that is answered, and turns new ones away when all are', async () => {
    for (let n = 0; n < 3; n += 1) limited.busy((await open(), inside.at(-1)) as Socket);
    const refused = await open();
    assert.equal(await text(refused), '');
    assert.deepEqual(
      inside.map((socket) => socket.destroyed),
      [false, false, false, true],
    );
    limited.idle(inside[0] as Socket);
    await open();
    assert.equal(inside[4]?.destroyed, false);
  });

  it('counts a caller by address, and of IPv6 by what one caller has', () => {
    assert.equal(ownerOfAddress('::ffff:192.0.2.7'), '192.0.2.7');
    assert.equal(ownerOfAddress('2001:db8:1:2::1'), ownerOfAddress('2001:db8:1:2:ffff::9'));
    assert.notEqual(ownerOfAddress('2001:db8:1:2::1'), ownerOfAddress('2001:db8:1:3::1'));
    assert.deepEqual(['127.0.0.9', '::1', '::ffff:127.0.0.1'].map(ownerOfAddress), [
      'loopback',
      'loopback',
      'loopback',
    ]);
  });
});
