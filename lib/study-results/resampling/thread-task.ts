import type { Figure } from "#lib/figures/figure.ts";
import type { Page } from "#lib/figures/svg.ts";
import { agreeTwoWay, type TwoWayAgreement } from "#lib/metrics/agreement/agreement-jackknife.ts";
import type { Categories } from "#lib/metrics/agreement/agreement-tally.ts";
import { altTest, type AltTest, type AltTestInput } from "#lib/metrics/agreement/alt-test.ts";
import { weighChoices, type Choices, type TrustedAnswers } from "#lib/metrics/agreement/trusted-answers.ts";
import { caseBootstrap, type Resampling } from "#lib/metrics/crossed/case-bootstrap.ts";
import { concludeBootstrap, type BootstrapFigures } from "#lib/metrics/crossed/bootstrap.ts";
import type { CrossedInput } from "#lib/metrics/crossed/input.ts";
import { drawReplicates, type ReplicatePart } from "#lib/metrics/crossed/replicates.ts";
import type { ResampledTest } from "#lib/metrics/crossed/resampled-figure.ts";
import { fitMixedModel, type MixedModel, type MixedModelReason } from "#lib/metrics/mixed-model/fit.ts";
import { raschScale, type RaschScale, type ScaleReason } from "#lib/metrics/rasch/scale.ts";
import {
  computeRatedOrigins,
  type RatedOrigins,
  type RatedOriginsInput,
} from "#lib/metrics/ratings/rated-origins.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";

/** What a thread can be given to do. Everything in it is copied or handed over, nothing is shared. */
export type ThreadTasks = {
  draw: { input: CrossedInput; from: number; to: number };
  conclude: { input: CrossedInput; parts: ReplicatePart[] };
  agree: { choices: Choices; categories: Categories };
  trust: { choices: Choices };
  cases: { values: Float64Array; resampling: Resampling };
  replace: { input: AltTestInput };
  fit: { input: TwoWayInput };
  scale: { input: TwoWayInput; models: Float64Array[] };
  origins: { input: RatedOriginsInput };
  print: { figure: Figure; page: Page };
};

export type ThreadResults = {
  draw: ReplicatePart;
  conclude: BootstrapFigures;
  agree: TwoWayAgreement;
  trust: TrustedAnswers;
  cases: ResampledTest;
  replace: AltTest;
  fit: { found: MixedModel | MixedModelReason };
  scale: { found: RaschScale | ScaleReason };
  origins: RatedOrigins;
  print: { pdf: Uint8Array };
};

export type ThreadTask = {
  [Name in keyof ThreadTasks]: { name: Name } & ThreadTasks[Name];
}[keyof ThreadTasks];

export type ThreadAnswer =
  | { result: ThreadResults[keyof ThreadResults]; error?: never }
  | { error: unknown; result?: never };

export async function doTask(task: ThreadTask): Promise<ThreadResults[keyof ThreadResults]> {
  switch (task.name) {
    case "draw":
      return drawReplicates(task.input, task.from, task.to);
    case "conclude":
      return concludeBootstrap(task.input, task.parts);
    case "agree":
      return agreeTwoWay(task.choices, task.categories);
    case "trust":
      return weighChoices(task.choices);
    case "cases":
      return caseBootstrap(task.values, task.resampling);
    case "replace":
      return altTest(task.input);
    case "fit":
      return { found: fitMixedModel(task.input) };
    case "scale":
      return { found: raschScale(task.input, task.models) };
    case "origins":
      return computeRatedOrigins(task.input);
    case "print": {
      // Only a thread that prints has to load what it prints with.
      const { renderPdf } = await import("#lib/figures/pdf/pdf.ts");
      return { pdf: await renderPdf(task.figure, task.page) };
    }
  }
}
