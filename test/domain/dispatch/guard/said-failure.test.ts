import assert from 'node:assert/strict';
import {
  doubtOf,
  promiseOf,
  saysFailure,
  wordOfFailure,
  wordTakenAway,
} from '../../../../domain/dispatch/guard/said-failure.ts';

describe('words of failure beside a confirmation', () => {
  it('are known in the languages of the guard', () => {
    for (const text of [
      'Correction was not saved',
      'Correction could not be saved',
      'Correction COR-77 saved with errors',
      "Your changes weren't saved",
      'Saved locally, upload failed',
      'Something went wrong',
      'Korrektur konnte nicht gespeichert werden',
      'Fehler beim Speichern',
      "La correction n'a pas été enregistrée",
      'Échec de l’enregistrement',
      'No se pudo guardar',
      'Correction cannot be changed',
      'The change could not be undone',
      'La corrección no fue guardada',
    ])
      assert.ok(saysFailure(text), text);
  });
  it('are not found in what portals say when they have stored something', () => {
    for (const text of [
      'Correction COR-77 saved',
      'Correction No. 77 saved',
      'Note saved',
      'Notification sent',
      'Claim declined',
      'Response recorded: rejected',
      'Korrektur 77 gespeichert',
      'Correction enregistrée',
      'Corrección guardada',
      'Correction COR-77 saved. This cannot be undone.',
      "Saved. It can't be undone",
      'Gespeichert. Das kann nicht rückgängig gemacht werden.',
    ])
      assert.ok(!saysFailure(text), text);
  });
});

describe('a message that confirms and says something else beside', () => {
  const done = ['guardada', 'enregistrée', 'gespeichert', 'saved'];
  const doubt = (text: string): string | undefined =>
    wordOfFailure(text) ??
    wordTakenAway(text) ??
    done.map((word) => promiseOf(text, word)).find((words) => words !== undefined) ??
    doubtOf(text, done, []);
  it('is doubted in the languages of the guard', () => {
    for (const text of [
      'Correction COR-7 saved, then revoked by the carrier',
      'Corrección COR-7 guardada; el transportista la denegó',
      'Corrección COR-7 guardada como borrador',
      'Corrección COR-7 guardada, pero rechazada por el transportista',
      'Corrección COR-7 guardada parcialmente',
      'Corrección COR-7 guardada sin validez hasta su aprobación',
      'Correction COR-7 enregistrée, puis rejetée par le transporteur',
      'Correction COR-7 enregistrée mais non prise en compte',
      'Correction COR-7 enregistrée comme brouillon',
      'Correction COR-7 enregistrée. 2 lignes ont été ignorées. 1 ligne ignorée',
      'Korrektur COR-7 gespeichert – wurde wieder verworfen',
      'Korrektur COR-7 gespeichert, jedoch nicht übernommen',
      'Korrektur COR-7 gespeichert, später zurückgezogen',
      'Korrektur COR-7 gespeichert. Sie muss noch freigegeben werden.',
      'Korrektur COR-7 gespeichert, 1 von 2 Zeilen',
      'Korrektur COR-7 zwischengespeichert',
      'Correction COR-7 autosaved',
      'Corrección COR-7 quedará guardada al aprobarse',
      'Correction COR-7 would have been saved',
      'Correction COR-7 saved, amount lowered to 100.00',
      'Correction COR-7 saved — weight rounded down',
      'Correction COR-7 saved with the minimum weight',
      'Correction COR-7 saved; old rate kept',
      'Correction COR-7 saved with zero amount',
      'Correction COR-7 saved. A supervisor has to sign first.',
      'Correction COR-7 saved. Awaiting countersignature.',
      'Korrektur COR-7 gespeichert. Prüfung durch den Innendienst erforderlich.',
      'Korrektur COR-7 gespeichert. Der Betrag wurde auf 100,00 gekürzt.',
      'Korrektur COR-7 gespeichert, in anderer Währung',
      'Korrektur COR-7 gespeichert. Bitte noch freigeben.',
      'Correction COR-7 enregistrée avec un autre motif',
      'Correction COR-7 enregistrée, montant diminué',
      'Correction COR-7 enregistrée. Validation requise.',
      'Corrección COR-7 guardada con un importe menor',
      'Corrección COR-7 guardada. Debe firmarla.',
    ])
      assert.notEqual(doubt(text), undefined, text);
  });
  it('is believed where that takes nothing back', () => {
    for (const text of [
      'Corrección COR-7 guardada con validez inmediata',
      'Corrección COR-7 guardada sin errores, 2 de 2 líneas',
      'Corrección COR-7 guardada; el transportista la aceptó',
      'Correction COR-7 enregistrée et envoyée au transporteur',
      'Correction COR-7 enregistrée sans erreur',
      'Korrektur COR-7 gespeichert und übermittelt',
      'Korrektur COR-7 ohne Fehler gespeichert',
      'Korrektur COR-7 gespeichert für Falls Lumber, Niagara Falls',
      'Korrektur COR-7 gespeichert. Weitere Schritte sind nicht erforderlich.',
      'Correction COR-7 enregistrée le 28 novembre 2026',
      'Correction COR-7 enregistrée. Aucune action requise de votre part.',
      'Corrección COR-7 guardada. No se requiere ninguna acción.',
      'Correction COR-7 saved and assigned to the claims team for investigation. No further action is required.',
      'Correction COR-7 saved: residential delivery, 75.00 USD',
      'Correction COR-7 saved and the bill rerated',
      'Correction COR-7 saved, our support crew will contact you shortly',
      'Correction COR-7 saved; claim moved to Under Review',
      'Correction COR-7 saved — the customer portal shows the new figures in a few minutes',
      'Die Korrektur wurde gespeichert und an die Abrechnung übergeben',
      'La correction a été enregistrée et sera traitée sous 5 jours',
      'La corrección fue guardada y será revisada por nuestro equipo',
    ])
      assert.equal(doubt(text), undefined, text);
  });
});

it('takes what was done in German for done, and not for what would be', () => {
  assert.equal(promiseOf('Ihre Korrektur wurde gespeichert', 'gespeichert'), undefined);
  assert.notEqual(promiseOf('Ihre Korrektur wird gespeichert', 'gespeichert'), undefined);
  assert.notEqual(doubtOf('Ihre Korrektur würde gespeichert werden', ['gespeichert']), undefined);
});

describe('words of doubt in a message that confirms', () => {
  it('are a question, a part, a draft, and what is still to be done', () => {
    for (const text of [
      'Correction COR-7 saved? No: the period is closed',
      'Correction COR-7 saved, 1 of 2 lines rejected',
      'Correction COR-7 saved: 3 lines were skipped',
      'Correction COR-7 saved as draft',
      'Correction COR-7 saved, it needs to be submitted',
      'Correction COR-7 saved, awaiting submission',
      'Correction COR-7 partially saved',
      '1 of 3 corrections saved',
    ])
      assert.ok(doubtOf(text, ['saved'], ['reject']) !== undefined, text);
  });
  it('are not what portals say of what they have done', () => {
    for (const text of [
      'Correction COR-7 saved, 2 of 2 lines accepted',
      'Step 2 of 3 done. Correction COR-7 saved',
      'Correction COR-7 saved and submitted for review',
      'Correction COR-7 has been saved. It is pending approval.',
      'Your correction is saved. Anything else? Call us.',
      'Claim 7 saved: rejected',
    ])
      assert.equal(doubtOf(text, ['saved'], ['reject']), undefined, text);
  });
});

describe('what stands beside the words that confirm', () => {
  const doubt = (text: string): string | undefined => doubtOf(text, ['saved', 'gespeichert'], ['0412708839']);
  for (const text of [
    'Correction COR-7 saved',
    'Your correction COR-7 for PRO 0412708839 has been saved successfully on 11/27/2026 at 3:14 PM.',
    'Thank you! Correction COR-7 was saved. We will review it within 5 business days.',
    'Correction COR-7 saved, 2 of 2 lines accepted',
    'Correction COR-7 saved: $250.00',
    'Korrektur COR-7 wurde erfolgreich gespeichert.',
    'Correction COR-7 saved. Our pricing analysts take a look at it.',
    'Correction COR-7 saved by jdoe@example.com for Midwest Lumber Supply',
    'Document saved: pod.pdf (120 KB)',
  ])
    it(`is what confirmations say: ${text}`, () => assert.equal(doubt(text), undefined));
  for (const [text, word] of [
    ['Correction COR-7 saved? No: the period is closed', '?'],
    ['Correction COR-7 saved as pending', 'pending'],
    ['Correction COR-7 saved as a draft.', 'draft'],
    ['Correction COR-7 saved locally', 'locally'],
    ['Correction COR-7 saved, 1 of 2 lines rejected', 'rejected'],
    ['Correction COR-7 saved. 1 of 2 lines were taken over.', '1 of 2'],
    ['Correction COR-7 saved. It needs to be submitted.', 'needs to be submitted'],
    ['Korrektur COR-7 als Entwurf gespeichert', 'Entwurf'],
  ] as const)
    it(`may take it back: ${text}`, () => assert.equal(doubt(text), word));
});
