/** The studio: admins record a portal. */
import type { DispatchConsoleDeps } from '../route.ts';
import type { ConsoleRoute } from '../route.ts';
import { getLive, postInput } from './live.ts';
import { recordingPath, recordingsPath } from '../paths.ts';
import {
  getPanel,
  getPlaybookFile,
  getRecording,
  postActRemoval,
  postBinding,
  postClose,
  postColumns,
  postDelete,
  postDraft,
  postOpen,
  postText,
} from './recording.ts';
import { getRecordings, postRecording } from './recordings.ts';

type Route = ConsoleRoute<DispatchConsoleDeps>;
const one = recordingPath(':id');
const page = (path: string, handle: Route['handle']): Route => ({
  method: 'get',
  path,
  needs: 'recordPortals',
  handle,
});
const act = (path: string, handle: Route['handle']): Route => ({
  method: 'post',
  path,
  needs: 'recordPortals',
  handle,
});

export const studioRoutes: readonly Route[] = [
  page(recordingsPath, getRecordings),
  act(recordingsPath, postRecording),
  page(one, getRecording),
  page(`${one}/panel`, getPanel),
  page(`${one}/live`, getLive),
  page(`${one}/playbook.yaml`, getPlaybookFile),
  act(`${one}/input`, postInput),
  act(`${one}/open`, postOpen),
  act(`${one}/close`, postClose),
  act(`${one}/delete`, postDelete),
  act(`${one}/acts/remove`, postActRemoval),
  act(`${one}/acts/columns`, postColumns),
  act(`${one}/bind`, postBinding),
  act(`${one}/text`, postText),
  act(`${one}/draft`, postDraft),
];
