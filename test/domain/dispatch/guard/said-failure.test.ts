import assert from 'node:assert/strict';
import { saysFailure } from '../../../../domain/dispatch/guard/said-failure.ts';

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
