/** Failure converter for encrypted deployments: messages and stack traces go into payloads. Bundled into workflows. */
import { DefaultFailureConverter } from '@temporalio/common';

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
