/** Sign-in and sign-out through a real issuer in a browser, whose policy follows forms and their redirects. */
import assert from 'node:assert/strict';
import { openConsole, type TestConsole } from '../support/console.ts';
import { openPageAs } from '../support/console-browser.ts';
import type { TestApi } from '../support/dispatch-api.ts';
import { openIssuerPlace, openOidcIssuer } from '../support/oidc-issuer.ts';

describe('an issuer in a browser', () => {
  it('lets a person in, and ends its own session when that person signs out of the console', async () => {
    const at = await openIssuerPlace();
    const settings = {
      CONSOLE_OIDC_ISSUER: at.url,
      CONSOLE_OIDC_NAME: 'Acme',
      CONSOLE_OIDC_CLIENT_ID: 'lanekeeper',
      CONSOLE_OIDC_CLIENT_SECRET: 'a client secret that only the two know',
      CONSOLE_OIDC_ROLE_MAP: '*=viewer',
      CONSOLE_OIDC_ROLE_CLAIM: 'sub',
    };
    const site: TestConsole<TestApi> = await openConsole('dispatch', settings, { baseUrl: () => site.baseUrl });
    const issuer = await openOidcIssuer({
      at,
      clientId: settings.CONSOLE_OIDC_CLIENT_ID,
      clientSecret: settings.CONSOLE_OIDC_CLIENT_SECRET,
      redirectUri: `${site.baseUrl}/console/sign-in/issuer/callback`,
      signedOutUri: `${site.baseUrl}/console/signed-out`,
      people: { bea: { name: 'Bea Ortiz', email: 'bea@acme.example', email_verified: true } },
    });
    const visitor = await openPageAs(site, null);
    const { page } = visitor;
    // The pages of the issuer ask for fonts of another site.
    await page.route(
      (url) => url.hostname !== '127.0.0.1',
      (route) => route.abort(),
    );
    await visitor.open('/console/account');
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByPlaceholder('Enter any login').fill('bea');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Account' }).waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    // By itself, from the page that says so.
    await page.waitForURL((url) => url.origin === issuer.url);
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByText('You are signed out.').waitFor();
    assert.equal(new URL(page.url()).origin, site.baseUrl);
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByPlaceholder('Enter any login').waitFor();

    await visitor.close();
    await issuer.close();
    await site.close();
  });
});
