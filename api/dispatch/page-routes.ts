/** Routes for people and auditors: the result page of a task, its evidence, and what verifies it (D19). */
import { answer } from '../http/openapi-parts.ts';
import { getEvidenceFile, getEvidenceKeys } from './evidence.ts';
import { getResultPage, getResultStyle } from './result-page.ts';
import type { DispatchRoute } from './route.ts';
import { taskId } from './task-routes.ts';

export const pageRoutes: readonly DispatchRoute[] = [
  {
    method: 'GET',
    path: '/tasks/{id}',
    needs: 'read or link',
    operation: 'getResultPage',
    tag: 'evidence',
    summary: 'Result page of a task, for people',
    parameters: [taskId],
    answers: { 200: answer('As it is now.', { 'text/html': {} }) },
    errors: ['not_found'],
    handle: getResultPage,
  },
  {
    method: 'GET',
    path: '/evidence/{id}/{file}',
    needs: 'read or link',
    operation: 'getEvidenceFile',
    tag: 'evidence',
    summary: 'A file of the evidence pack, such as manifest.json',
    parameters: [
      taskId,
      { name: 'file', in: 'path', required: true, schema: { type: 'string' }, example: 'manifest.json' },
    ],
    answers: { 200: answer('As it is now.', { '*/*': {} }) },
    errors: ['not_found'],
    handle: getEvidenceFile,
  },
  {
    method: 'GET',
    path: '/.well-known/evidence-keys.json',
    needs: 'open',
    operation: 'getEvidenceKeys',
    tag: 'service',
    summary: 'Public keys that verify evidence packs',
    answers: { 200: answer('As it is now.', { 'application/json': {} }) },
    errors: null,
    handle: getEvidenceKeys,
  },
  {
    method: 'GET',
    path: '/static/result-page.css',
    needs: 'open',
    operation: 'getResultStyle',
    tag: 'service',
    summary: 'Style of the result page',
    answers: { 200: answer('As it is now.', { 'text/css': {} }) },
    errors: null,
    handle: getResultStyle,
  },
];
