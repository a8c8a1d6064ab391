/** What the guard says of one thing that was about to happen (D24). */

/** The layers of the guard, in the order in which they judge. */
type GuardLayer = 'task' | 'playbook' | 'element' | 'input' | 'request' | 'dialog' | 'response';

export interface Verdict {
  readonly verdict: 'allowed' | 'stopped';
  readonly layer: GuardLayer;
  /** Stable name of the rule that decided, such as `never_click.void_bill` or `request.undeclared`. */
  readonly rule: string;
  /** One plain sentence for a person. */
  readonly reason: string;
  /** What was judged: a control's name, a request line, a dialog's text. Holds no secret. */
  readonly subject: string;
  /** A request of the page's own that was not sent; the task went on (D62). */
  readonly silent?: true;
}
