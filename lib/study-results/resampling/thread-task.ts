import type { Figure } from "#lib/figures/figure.ts";
import type { Page } from "#lib/figures/svg.ts";
import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import { altTest, type AltTestInput } from "#lib/metrics/agreement/alt-test.ts";
import { weighChoices, type Choices } from "#lib/metrics/agreement/trusted-answers.ts";
import { concludeBootstrap } from "#lib/metrics/crossed/bootstrap.ts";
import type { CrossedInput } from "#lib/metrics/crossed/input.ts";
import { drawReplicates, type ReplicatePart } from "#lib/metrics/crossed/replicates.ts";
import { fitMixedModel } from "#lib/metrics/mixed-model/fit.ts";
import { raschScale } from "#lib/metrics/rasch/scale.ts";
import { computeRatedOrigins, type RatedOriginsInput } from "#lib/metrics/ratings/rated-origins.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";

type AgreementInput = Parameters<typeof agreeTwoWay>;

/** What a thread can be given to do. Everything in it is copied or handed over, nothing is shared. */
const tasks = {
  draw: (input: CrossedInput, from: number, to: number) => drawReplicates(input, from, to),
  conclude: (input: CrossedInput, parts: ReplicatePart[]) => concludeBootstrap(input, parts),
  agree: (...given: AgreementInput) => agreeTwoWay(...given),
  trust: (choices: Choices) => weighChoices(choices),
  replace: (input: AltTestInput) => altTest(input),
  fit: (input: TwoWayInput) => fitMixedModel(input),
  scale: (input: TwoWayInput, models: Float64Array[]) => raschScale(input, models),
  origins: (input: RatedOriginsInput) => computeRatedOrigins(input),
  print: async (figure: Figure, page: Page): Promise<Uint8Array> => {
    // Only a thread that prints has to load what it prints with.
    const { renderPdf } = await import("#lib/figures/pdf/pdf.ts");
    return renderPdf(figure, page);
  },
};

export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>;
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;
export type ThreadTask = { name: TaskName; input: readonly unknown[] };
export type ThreadAnswer = { result: unknown } | { error: unknown };

export const doTask = async ({ name, input }: ThreadTask): Promise<unknown> =>
  (tasks[name] as (...input: readonly unknown[]) => unknown)(...input);
