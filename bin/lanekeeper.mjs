#!/usr/bin/env node
/**
 * The command line: runs admin/main.ts under the pinned Node, whichever Node runs this file. Plain JavaScript with nothing
 * but Node, because what this file loads is part of every command's start.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root, usableNode, whyNoNode } from '../start/pinned-node.mjs';

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

if (!existsSync(join(root, 'node_modules', 'commander')))
  fail(`The packages are not installed: run npm ci in ${root} first.`);
const node = usableNode();
if (node === undefined) fail(whyNoNode());
// A deployment's data folder lies beside the sources, wherever the command is typed.
if (!process.env.DATA_DIR && !existsSync('.lanekeeper')) process.env.DATA_DIR = join(root, '.lanekeeper');

if (node === process.execPath) {
  module.enableCompileCache(join(root, 'dist', 'code-cache'));
  await import(pathToFileURL(join(root, 'admin', 'main.ts')).href);
} else runUnder(node);

/** Runs this file again; signals and the exit code are passed on. */
function runUnder(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  // Ctrl-C in a terminal reaches the child by itself.
  for (const signal of signals)
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  child.once('error', (error) => fail(`${node} does not start: ${error.message}`));
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
