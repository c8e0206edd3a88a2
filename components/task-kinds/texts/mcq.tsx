import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { decimal, ends, nothing, percent } from "#components/study-results/figure-cells.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { ChosenTypes } from "#components/task-kinds/texts/chosen-types.tsx";
import { RatersNote } from "#components/task-kinds/raters-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inDigits, inRange } from "#lib/figures/written.ts";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import {
  describeMcq,
  isPartTold,
  isTold,
  type Answered,
  type McqTable,
} from "#lib/study-results/kinds/texts/mcq.ts";

/** What was chosen by type, and how well people and models did where it is known what is right. */
export async function TextsFigures({ rows, view, asked }: OwnOverviewProps) {
  const table = describeMcq(rows, view);
  return (
    <>
      <ChosenTypes rows={rows} view={view} asked={asked} />
      {table && <Mcq table={table} who={view.who} />}
    </>
  );
}

async function Mcq({ table, who }: { table: McqTable; who: OwnOverviewProps["view"]["who"] }) {
  const t = await getTranslations("resultsMcq");
  const isFew = table.rows.some((row) => !isTold(row));
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">{t("intro", { who, reward: String(table.hasReward) })}</p>
      <Accuracy table={table} who={who} />
      <h3 className="mt-3 font-medium">{t("shares")}</h3>
      <Shares table={table} who={who} />
      <h3 className="mt-3 font-medium">{t("by")}</h3>
      <ByCircumstance table={table} who={who} />
      <RatersNote raters={table.rows.find(({ run }) => run === null)?.people ?? 0} />
      <p className="measure text-sm text-ink-muted">
        {t("note")} {isFew && t("few", minForClaim)}
      </p>
    </section>
  );
}

type Props = { table: McqTable; who: OwnOverviewProps["view"]["who"] };

async function listNames({ table, who }: Props) {
  const t = await getTranslations("resultsMcq");
  return table.rows.map(({ run }) => ({
    id: run === null ? "people" : String(run.id),
    name:
      run === null
        ? t("people", { who })
        : [
            { text: run.model, isName: true, isWhole: true },
            " ",
            {
              text: [run.method, run.version].filter(Boolean).join(" · "),
              isName: true,
              isWhole: true,
              isMuted: true,
              isSmall: true,
            },
          ],
  }));
}

const inReward = (low: number, high: number) => `${inDigits(low, 2)} – ${inDigits(high, 2)}`;

async function Accuracy({ table, who }: Props) {
  const t = await getTranslations("resultsMcq");
  const names = await listNames({ table, who });
  const interval = ({ low, high }: GroupedMean, write = inRange) =>
    low === null || high === null ? nothing : ends(low, high, write);
  const reward = ["reward", "rewardInterval"] as const;
  const columns = [
    "n",
    "groups",
    "accuracy",
    "accuracyInterval",
    ...(table.hasReward ? reward : []),
    "malformed",
    "accuracyPublished",
    ...(table.hasReward ? ["rewardPublished"] : []),
  ] as ("n" | "accuracy" | (typeof reward)[number])[];
  return (
    <Table
      caption={t("title")}
      hideCaption
      isTight
      columns={[
        { key: "name", label: t("who"), atLeast: 32 },
        ...columns.map((key) => ({ key, label: t(`columns.${key}`), numeric: true })),
      ]}
      rows={table.rows.map((row, at) => {
        const { ours, asPublished } = row;
        const told = (cell: ReactNode | ReturnType<typeof percent>) => (isTold(row) ? cell : nothing);
        return {
          id: names[at]?.id ?? "",
          cells: {
            name: names[at]?.name,
            n: row.n,
            groups: ours.accuracy.groups,
            accuracy: told(percent(ours.accuracy.mean)),
            accuracyInterval: told(interval(ours.accuracy)),
            reward: told(decimal(ours.reward.mean, 2)),
            rewardInterval: told(interval(ours.reward, inReward)),
            malformed: row.run === null ? "–" : ours.malformed,
            accuracyPublished: told(percent(asPublished.accuracy.mean)),
            rewardPublished: told(decimal(asPublished.reward.mean, 2)),
          },
        };
      })}
    />
  );
}

/** A share, and under it its interval and what it is of. */
async function prepareShares() {
  const t = await getTranslations("resultsMcq");
  return (value: GroupedMean | undefined, isShown: boolean) => {
    if (!value || value.n === 0) return nothing;
    const { mean, low, high, n } = value;
    if (!isShown) return [nothing, { line: t("ofFew", { n }), isMuted: true }];
    const range = low === null || high === null ? t("noInterval") : inRange(low, high);
    return [percent(mean), { line: t("of", { range, n }), isMuted: true }];
  };
}

async function Shares({ table, who }: Props) {
  const t = await getTranslations("resultsMcq");
  const [names, share] = [await listNames({ table, who }), await prepareShares()];
  return (
    <Table
      caption={t("shares")}
      hideCaption
      isTight
      columns={[
        { key: "name", label: t("who"), atLeast: 32 },
        ...table.types.map((type, at) => ({
          key: String(at),
          label: at === 0 ? t("right") : <bdi>{type}</bdi>,
          numeric: true,
        })),
      ]}
      rows={table.rows.map((row, index) => ({
        id: names[index]?.id ?? "",
        cells: {
          name: names[index]?.name,
          ...Object.fromEntries(
            table.types.map((_, at) => [String(at), share(row.ours.shares[at], isTold(row))]),
          ),
        },
      }))}
    />
  );
}

/** Where the right option stood, how long it was, and how much of the person there was to train on. */
async function ByCircumstance({ table, who }: Props) {
  const t = await getTranslations("resultsMcq");
  const [names, share] = [await listNames({ table, who }), await prepareShares()];
  const isEnough = (row: Answered, value?: GroupedMean) => value !== undefined && isPartTold(row, value);
  const parts = [
    { key: "longest", label: t("columns.longest"), of: ({ ours }: Answered) => ours.longest },
    { key: "notLongest", label: t("columns.notLongest"), of: ({ ours }: Answered) => ours.notLongest },
    {
      key: "choosing",
      label: t("columns.choosingLongest"),
      of: ({ ours }: Answered) => ours.choosingLongest,
    },
    ...table.training.map(({ from, to }, at) => ({
      key: `training-${at}`,
      label: t("training", { from, to, same: String(from === to) }),
      of: ({ byTraining }: Answered) => byTraining[at],
    })),
    ...Array.from({ length: table.places }, (_, at) => ({
      key: `place-${at}`,
      label: t("place", { place: at + 1 }),
      // People see the options in an order of their own.
      of: ({ run, ours }: Answered) => (run === null ? undefined : ours.byPlace[at]),
    })),
  ];
  return (
    <Table
      caption={t("by")}
      hideCaption
      isTight
      columns={[
        { key: "name", label: t("who"), atLeast: 32 },
        ...parts.map(({ key, label }) => ({ key, label, numeric: true })),
      ]}
      rows={table.rows.map((row, index) => ({
        id: names[index]?.id ?? "",
        cells: {
          name: names[index]?.name,
          ...Object.fromEntries(parts.map(({ key, of }) => [key, share(of(row), isEnough(row, of(row)))])),
        },
      }))}
    />
  );
}
