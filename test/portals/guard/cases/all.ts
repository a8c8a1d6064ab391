/** The table of the guard: every case, in the order in which it is printed. */
import type { GuardCase } from '../guard-case.ts';
import { actListCases } from './act-lists.ts';
import { backgroundCases } from './background.ts';
import { bentPageCases } from './bent-pages.ts';
import { bentWriteCases } from './bent-writes.ts';
import { contextCases } from './context/context.ts';
import { composedContextCases, dialogOpeners } from './composed-context.ts';
import { controlCases } from './controls.ts';
import { deceivingPageCases } from './deceiving-pages.ts';
import { callCases } from './calls.ts';
import { dialogCases } from './dialogs.ts';
import { disguiseCases } from './disguises.ts';
import { menuOverRecordCases } from './menus-over-records.ts';
import { momentCases } from './moments.ts';
import { serverCases } from './servers.ts';
import { switchedRecordCases } from './switched-records.ts';
import { furtherInputCases } from './further-inputs.ts';
import { aroundRecordCases } from './around-records.ts';
import { furtherWriteCases } from './further-writes.ts';
import { fieldPortalCases } from './field-portals.ts';
import { frameworkMeansCases } from './framework-means.ts';
import { frameworkCases } from './frameworks.ts';
import { madeDocumentCases } from './made-documents.ts';
import { nameCases } from './names.ts';
import { noticeCases } from './notices.ts';
import { libraryPageCases } from './library-pages.ts';
import { libraryPartCases } from './library-parts.ts';
import { libraryWholeCases } from './library-whole.ts';
import { listOfSeveralCases } from './lists-of-several.ts';
import { stackPartCases } from './stack-parts.ts';
import { partedFieldCases } from './parted-fields.ts';
import { placeCases } from './places.ts';
import { platform } from './platform.ts';
import { componentFormCases } from './component-forms.ts';
import { componentCases } from './components.ts';
import { drawnFieldCases } from './drawn-fields.ts';
import { drawnGridCases } from './drawn-grids.ts';
import { drawnListCases } from './drawn-lists.ts';
import { drawnToggleCases } from './drawn-toggles.ts';
import { hintedListCases } from './hinted-lists.ts';
import { honestPortalCases } from './honest-portals.ts';
import { hostilePortalCases } from './hostile-portals.ts';
import { flickeringNameCases } from './flickering-names.ts';
import { formOwnerCases } from './form-owners.ts';
import { readinessCases } from './readiness.ts';
import { recordCases } from './records.ts';
import { gridsWrittenIntoCases } from './grids-written-into.ts';
import { gridCases } from './grids.ts';
import { handWrittenCases } from './hand-written.ts';
import { restlessCases } from './restless.ts';
import { rowCases } from './rows.ts';
import { emptiedListCases, searchedListCases } from './searched-lists.ts';
import { shownOutcomeCases } from './shown-outcomes.ts';
import { shownOtherwiseCases } from './shown-otherwise.ts';
import { writtenOtherwiseCases } from './written-otherwise.ts';
import { wayOutCases } from './ways-out.ts';
import { otherPartCases } from './other-parts.ts';
import { olderPortalCases } from './older-portals.ts';
import { pressedKeyCases } from './pressed-keys.ts';
import { writtenFieldCases } from './written-fields.ts';
import { drawnTextCases } from './drawn-texts.ts';
import { drawnValueCases } from './drawn-values.ts';
import { furtherPlaceCases } from './further-places.ts';
import { titledPartCases } from './titled-parts.ts';
import { listedPageCases } from './listed-pages.ts';
import { sentOtherwiseCases } from './sent-otherwise.ts';
import { idOfRecordCases } from './ids-of-records.ts';
import { saidOfWriteCases } from './said-of-writes.ts';
import { openPlaceCases } from './open-places.ts';
import { turnedFieldCases } from './turned-fields.ts';
import { turnedLateCases } from './turned-late.ts';
import { otherMeansCases } from './other-means.ts';
import { wholePortalCases } from './whole-portals.ts';
import { youngerMeansCases } from './younger-means.ts';

export const guardCases: readonly GuardCase[] = [
  ...nameCases,
  ...controlCases,
  ...contextCases,
  ...deceivingPageCases,
  ...readinessCases,
  ...componentCases,
  ...componentFormCases,
  ...drawnFieldCases,
  ...drawnToggleCases,
  ...hintedListCases,
  ...drawnListCases,
  ...drawnGridCases,
  ...gridsWrittenIntoCases,
  ...writtenFieldCases,
  ...frameworkCases,
  ...fieldPortalCases,
  ...olderPortalCases,
  ...pressedKeyCases,
  ...furtherInputCases,
  ...actListCases,
  ...wayOutCases,
  ...backgroundCases,
  ...bentPageCases,
  ...bentWriteCases,
  ...aroundRecordCases,
  ...furtherWriteCases,
  ...callCases,
  ...formOwnerCases,
  ...shownOutcomeCases,
  ...madeDocumentCases,
  ...dialogCases,
  ...noticeCases,
  ...recordCases,
  ...rowCases,
  ...searchedListCases,
  ...gridCases,
  ...libraryPageCases,
  ...libraryPartCases,
  ...libraryWholeCases,
  ...stackPartCases,
  ...partedFieldCases,
  ...wholePortalCases,
  ...emptiedListCases,
  ...handWrittenCases,
  ...honestPortalCases,
  ...placeCases,
  ...platform,
  ...listOfSeveralCases,
  ...disguiseCases,
  ...composedContextCases,
  ...dialogOpeners,
  ...restlessCases,
  ...flickeringNameCases,
  ...turnedFieldCases,
  ...openPlaceCases,
  ...idOfRecordCases,
  ...saidOfWriteCases,
  ...turnedLateCases,
  ...titledPartCases,
  ...listedPageCases,
  ...sentOtherwiseCases,
  ...frameworkMeansCases,
  ...hostilePortalCases,
  ...menuOverRecordCases,
  ...momentCases,
  ...switchedRecordCases,
  ...serverCases,
  ...shownOtherwiseCases,
  ...writtenOtherwiseCases,
  ...drawnValueCases,
  ...drawnTextCases,
  ...otherPartCases,
  ...furtherPlaceCases,
  ...otherMeansCases,
  ...youngerMeansCases,
];
