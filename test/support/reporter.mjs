/** Mocha's spec report, and at its very end the counts as one plain line for scripts: `N passed, N failed`. */
import mocha from 'mocha';

export default class CountingReporter extends mocha.reporters.Spec {
  epilogue() {
    super.epilogue();
    const { passes, failures } = this.stats;
    process.stdout.write(`${passes} passed, ${failures} failed\n`);
  }
}
