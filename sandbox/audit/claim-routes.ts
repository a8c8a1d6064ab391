/** Where claims are found, shown and answered. */

import type pg from 'pg';
import type { Answer, RecordKeys, Route } from '../framework/application.ts';
import { aboutClaim, readResponseEntry, responseOrder } from './claims.ts';
import {
  claimListPage,
  claimPage,
  respondPage,
  responsePage,
  responseSearchPage,
  unknownClaimPage,
  unknownResponsePage,
} from './pages/claims.ts';
import { documentsOf, findClaim, findResponse, listClaims, responsesOf, searchResponses } from './read.ts';
import { listAsked, routesOfOne } from './record-routes.ts';

export function claimRoutes(pool: pg.Pool): Route[] {
  async function aboutNumber(number: string): Promise<RecordKeys> {
    const claim = await findClaim(pool, number);
    return claim === null ? { claim_id: number } : aboutClaim(claim);
  }
  async function aboutSearch(_params: unknown, query: URLSearchParams): Promise<RecordKeys> {
    const asked = (query.get('q') ?? '').trim();
    if (asked.startsWith('CLM-')) return aboutNumber(asked);
    return /^\d{10}$/.test(asked) ? { pro: asked, invoice_number: asked } : {};
  }
  const aboutOne = routesOfOne(pool, {
    path: '/claims',
    table: 'audit_claims',
    about: aboutNumber,
    find: findClaim,
    unknown: unknownClaimPage,
  });

  return [
    {
      method: 'GET',
      path: '/claims',
      about: aboutSearch,
      async answer(visit) {
        const filter = listAsked(visit.query);
        return claimListPage(visit, filter, await listClaims(visit.db, filter));
      },
    },
    aboutOne('GET', '', async (visit, claim) =>
      claimPage(visit, claim, {
        documents: await documentsOf(visit.db, { claim: claim.number }),
        responses: await responsesOf(visit.db, claim.number),
      }),
    ),
    aboutOne('GET', '/respond', (visit, claim) => respondPage(visit, claim, null)),
    aboutOne('POST', '/responses', (visit, claim) => {
      const entry = readResponseEntry(visit.form);
      const refuse = (words: string): Answer => respondPage(visit, claim, { entry, words });
      return visit.write(responseOrder(visit, claim.number, entry, refuse));
    }),
    aboutOne('GET', '/responses/:response', async (visit, claim) => {
      const { response: number = '' } = visit.params;
      const response = await findResponse(visit.db, claim.number, number);
      return response === null
        ? unknownResponsePage(visit, number)
        : responsePage(visit, response, visit.query.get('done') === 'yes');
    }),
    {
      method: 'GET',
      path: '/responses',
      about: aboutSearch,
      async answer(visit) {
        const asked = (visit.query.get('q') ?? '').trim();
        return responseSearchPage(visit, asked, asked === '' ? [] : await searchResponses(visit.db, asked));
      },
    },
  ];
}
