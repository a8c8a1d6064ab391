/** Judges where an input leads: the form that it sends, the address that it opens, the script that it runs. */
import { pathMatches } from '../playbook/template.ts';
import {
  type ElementFacts,
  type ElementQuestion,
  type ElementRules,
  type Finding,
  type FormFacts,
  submits,
} from './element-facts.ts';
import { isAddressOf, isDocument, undeclaredMember } from './page-address.ts';
import { canonicalUrl } from './request-line.ts';

/** What a click would do, as far as the page says; the request gate has the last word. */
export function effectFindings(question: ElementQuestion, rules: ElementRules): Finding[] {
  const { facts, input, effect } = question;
  // The second click would meet what the first one has led to.
  if (question.double === true && (facts.href !== null || submits(facts)))
    return [{ rule: 'input.unfit', reason: 'a link or a button that sends a form is clicked once, not twice' }];
  if (input === 'fill' || input === 'choose' || input === 'upload' || input === 'hover') return [];
  if (facts.form !== null && (submits(facts) || facts.key?.sendsForm === true))
    return formFindings(question, facts.form, rules);
  if (input === 'press') return [];
  if (facts.href !== null) {
    if (runsScript(facts.href) && input === 'click') return [];
    if (/^\s*(javascript|data|blob|vbscript|file|filesystem):/i.test(facts.href))
      return [{ rule: 'element.script_address', reason: 'the link runs a script or opens made-up content' }];
    if (input === 'download') {
      const url = canonicalUrl(facts.href);
      const declared =
        url !== undefined &&
        rules.origins.includes(url.origin) &&
        question.document !== undefined &&
        isDocument(question.document, url, rules.values);
      return declared
        ? []
        : [
            {
              rule: 'element.undeclared_document',
              reason: `the link leads to a document that the step does not declare: ${(url?.path ?? facts.href).slice(0, 200)}; "path" of the step names it`,
            },
          ];
    }
    if (makesDocument(question, facts.href, rules)) return [];
    return effect === 'read' && !staysOnPage(facts) ? readableAddress(facts.href, rules, false) : [];
  }
  return [];
}

/** What sending the form of a control does. */
function formFindings(question: ElementQuestion, form: FormFacts, rules: ElementRules): Finding[] {
  const { facts, effect } = question;
  const method = (facts.formMethod ?? form.method).toUpperCase();
  const address = facts.formAction ?? form.action;
  // By itself it sends nothing: a handler sends its fields (React's actions), and the request gate has the last word.
  if (runsScript(address) || onlyThrows.test(address)) return [];
  if (method === 'GET') return makesDocument(question, address, rules) ? [] : readableForm(address, rules);
  if (method === 'DIALOG') return [];
  const url = canonicalUrl(address);
  const sends = (one: { method: string; path: string }): boolean =>
    url !== undefined &&
    rules.origins.includes(url.origin) &&
    one.method === method &&
    pathMatches(one.path, url.path, rules.values);
  if (rules.reads?.some(sends) === true) return [];
  // Nothing is open at the request gate: if the page does not ask and sends at once, the run ends there.
  if (effect === 'read' && question.asks === true) return [];
  if (effect === 'read')
    return [
      {
        rule: 'element.write_in_read_step',
        reason: `the control sends a form by ${method} to ${(url?.path ?? address).slice(0, 200)}, and the step only reads; effect: write or preview with "expects" would send it, or an entry of "reads" where it stores nothing`,
      },
    ];
  // A script that sends it elsewhere (React Router, SvelteKit) names the page itself; the request gate has the last word.
  const isOfPage = (): boolean => readableAddress(address, rules, true).length === 0;
  return question.expects.some(sends) || isOfPage()
    ? []
    : [
        {
          rule: 'element.undeclared_form',
          reason: `the control sends a form that the step does not declare: ${method} ${(url?.path ?? address).slice(0, 200)}; "expects" names it`,
        },
      ];
}

/** Whether a click asks for the document of its step; the request gate compares the whole address. */
function makesDocument({ document }: ElementQuestion, address: string, rules: ElementRules): boolean {
  const url = canonicalUrl(address);
  return (
    document !== undefined &&
    url !== undefined &&
    rules.origins.includes(url.origin) &&
    pathMatches(document, url.path, rules.values)
  );
}

/** A text, a number, a name such as `document.win0` or `this.form`: what a call of a page's own function is given. */
const argument = String.raw`(?:'[^'\\<]*'|"[^"\\<]*"|-?\d+(?:\.\d+)?|[\w$]+(?:\.[\w$]+|\[(?:\d+|'[\w$:-]+'|"[\w$:-]+")\])*)`;

const given = String.raw`\(\s*(?:${argument}(?:\s*,\s*${argument})*)?\s*\)`;

/** Of the browser and not of the page: they ask for other addresses, or run what they are given. */
const browserCalls =
  'eval|Function|fetch|open|import|set(?:Timeout|Interval)|(?:window|self|top|parent|location|navigator|history|globalThis)\\b[\\w$.]*|[\\w$.]*\\.(?:write|writeln|open|assign|replace|eval|sendBeacon|insertAdjacentHTML)';

const longestScript = 2_000;

const ofScript = new RegExp(
  String.raw`^(?:;|\s|void\s*\(?\s*0\s*\)?|(?:return\s+)?(?:false|true)|undefined|WebForm_DoPostBackWithOptions\(new WebForm_PostBackOptions\([^()]*\)\)|(?:return\s+|void\s+)?(?!(?:${browserCalls})\s*\()[\w$]+(?:\.[\w$]+)*${given})*$`,
  'i',
);

/**
 * A link that is a button: `javascript:void(0)`, or calls of the page's own functions such as
 * `javascript:submitAction(document.win0, '#ICSave')`. Their words were judged as those of any handler, and what they send
 * is judged like what a handler sends.
 */
function runsScript(address: string): boolean {
  const script = /^\s*javascript:(.*)$/is.exec(address)?.[1] ?? null;
  return script !== null && script.length <= longestScript && ofScript.test(decodedScript(script));
}

/** What React gives a form whose action is a function, for who sends it in another way. */
const onlyThrows = /^\s*javascript:throw new Error\('(?:[^'\\]|\\.){0,500}'\);?\s*$/i;

function decodedScript(script: string): string {
  try {
    return decodeURIComponent(script.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    // Read as it is, its signs of percent fit no call.
    return script;
  }
}

/** Of a form by GET the fields make the query; the request gate compares it as it is sent. */
function readableForm(address: string, rules: ElementRules): Finding[] {
  const url = canonicalUrl(address);
  const isPage =
    url !== undefined &&
    rules.origins.includes(url.origin) &&
    Object.values(rules.pages).some(({ paths }) => paths.some((path) => pathMatches(path, url.path, rules.values)));
  return isPage ? [] : readableAddress(address, rules, true);
}

/** A link to a place of its own document (`#`, `#top`) asks for nothing; what is behind `#/` is a route, and a page of its own. */
function staysOnPage({ href, frameUrl, pageUrl }: ElementFacts): boolean {
  const [address, place = ''] = (href ?? '').split(/#(.*)/s);
  const [own] = (frameUrl || pageUrl).split('#');
  return href?.includes('#') === true && address === own && !/^!?\//.test(place);
}

function readableAddress(address: string, rules: ElementRules, isForm: boolean): Finding[] {
  const url = canonicalUrl(address);
  const named =
    url === undefined || !rules.origins.includes(url.origin)
      ? []
      : Object.values(rules.pages).filter((candidate) => isAddressOf(candidate.paths, address, rules.values));
  // Of pages with one path the query says which; a page that names no query in its path has this address too.
  const page =
    named.find((one) => url !== undefined && undeclaredMember(one, url, rules.values) === undefined) ?? named[0];
  // Links of a part of the page (a Turbo frame) are asked for by its script; as a page the request gate refuses it.
  const isPart =
    !isForm &&
    url !== undefined &&
    rules.origins.includes(url.origin) &&
    rules.reads?.some((read) => read.method === 'GET' && pathMatches(read.path, url.path, rules.values)) === true;
  if (page === undefined && isPart) return [];
  if (page === undefined)
    return [
      {
        rule: 'element.undeclared_page',
        reason: `the control leads to a page that the playbook does not name: ${(url?.path ?? address).slice(0, 200)}; a page with that path in "paths" would`,
      },
    ];
  const unknown = isForm || url === undefined ? undefined : undeclaredMember(page, url, rules.values);
  return unknown === undefined
    ? []
    : [
        {
          rule: 'element.undeclared_query',
          reason: `the link carries a query field that the page does not have: ${JSON.stringify(unknown.slice(0, 80))}; "query" of the page would name it`,
        },
      ];
}
