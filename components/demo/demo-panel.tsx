import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { ExampleList } from "#components/demo/example-list.tsx";
import { StartDemo } from "#components/demo/start-demo.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Examples } from "#lib/demo/examples/schema.ts";
import { ownCount } from "#lib/demo/own-address.ts";
import { compareOwn, drawOwn, readOwn, type OwnComparison } from "#lib/demo/own-passages.ts";
import { demoRemovalPath, previewPath, resultsPath } from "#lib/paths.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** Whether simulated people were sent. */
  isRunning: boolean;
  /** What the address says somebody answered. */
  own: unknown;
  /** Beside it, for those who may remove all of it. */
  examples: Examples | null;
};

/** Above the demo's answers: what is going on, and the way to answer a few passages oneself. */
export async function DemoPanel({ rows, view, isRunning, own, examples }: Props) {
  const t = await getTranslations("demo");
  const { slug, state, design, finished } = rows.study;
  const stage = state !== "open" ? "done" : isRunning ? "running" : "waiting";
  const counts = { finished: finished.simulated, planned: design.assignment.people };
  const answers = readOwn(own, rows);
  return (
    <section
      aria-labelledby="demo"
      className="grid gap-4 rounded-lg border border-info bg-info-tint px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="grid min-w-0 grow basis-96 gap-1">
          <h2 id="demo" className="text-lg font-semibold">
            {t("title")}
          </h2>
          <p role="status" className="measure">
            {t(`states.${stage}`, counts)} {t("madeUp")}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {stage === "waiting" && (
            <StartDemo slug={slug} words={{ submit: t("start"), busy: t("starting") }} />
          )}
          <ButtonLink href={`${previewPath(slug)}?own=1`} variant="primary">
            {t(answers ? "takeAgain" : "take", { count: ownCount })}
          </ButtonLink>
          <ButtonLink href={resultsPath(slug)}>{t("toOverview")}</ButtonLink>
          {examples && (
            <Link href={demoRemovalPath} className="target inline-flex items-center text-accent underline">
              {t("remove.open")}
            </Link>
          )}
        </div>
      </div>
      {examples && stage === "done" && <ExampleList {...examples} />}
      {answers && <OwnFigure found={compareOwn(rows, view, answers, await getLocale())} />}
    </section>
  );
}

async function OwnFigure({ found }: { found: OwnComparison }) {
  const t = await getTranslations("demo.own");
  const format = await getFormatter();
  const locale = await getLocale();
  const { title, figure } = drawOwn(found, locale);
  const { n, right, people, runs } = found;
  const mean = people.reduce((sum, person) => sum + person.right, 0) / people.length;
  const best = runs[0];
  const compared = people.length > 0 && best;
  return (
    <FigureFrame
      id="own"
      title={title}
      sentence={[
        t("sentence", { right, n }),
        ...(compared
          ? [
              t("others", {
                people: people.length,
                mean: format.number(mean, { maximumFractionDigits: 1 }),
                model: best.name,
                best: best.right,
              }),
            ]
          : []),
        t("unstored"),
      ].join(" ")}
      figure={figure}
      table={
        <Table
          caption={title}
          columns={[
            { key: "who", label: t("who") },
            { key: "right", label: t("right", { n }), numeric: true },
          ]}
          rows={[
            { id: "own", cells: { who: t("you"), right: String(right) } },
            ...people.map((person) => ({
              id: `person ${person.number}`,
              cells: { who: t("person", { number: person.number }), right: String(person.right) },
            })),
            ...runs.map((run) => ({ id: run.name, cells: { who: run.name, right: String(run.right) } })),
          ]}
        />
      }
    />
  );
}
