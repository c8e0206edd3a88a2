import { getFormatter, getTranslations } from "next-intl/server";
import { Table } from "#components/ui/table/table.tsx";
import type { InterviewsReport } from "#lib/benchmarks/case-files/made-reports.ts";

const counts = ["training", "held", "threeOptions", "fourOptions"] as const;

type Props = InterviewsReport;

/** What each person's folder holds, and which runs come of it. */
export const InterviewReport = ({ people, runs }: Props) => (
  <>
    {people.length > 0 && <People people={people} />}
    {runs.length > 0 && <Runs runs={runs} />}
  </>
);

async function People({ people }: Pick<Props, "people">) {
  const t = await getTranslations("imports.interviews.report");
  const format = await getFormatter();
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">{t("people", { count: people.length })}</h2>
      <Table
        caption={t("people", { count: people.length })}
        hideCaption
        isTight
        columns={[
          { key: "id", label: t("id") },
          { key: "category", label: t("category"), mayGo: true },
          ...counts.map((key) => ({ key, label: t(key), numeric: true })),
          { key: "methods", label: t("methods"), mayGo: true },
        ]}
        rows={people.map(({ id, category, methods, ...person }) => ({
          id,
          cells: {
            id: { text: id, isName: true },
            category: category === null ? "–" : <bdi>{category}</bdi>,
            ...Object.fromEntries(counts.map((key) => [key, format.number(person[key])])),
            methods:
              methods.length === 0
                ? "–"
                : methods.map(({ method, answers, isJudged }) => ({
                    line: t(isJudged ? "judged" : "answers", { method, answers }),
                  })),
          },
        }))}
      />
    </section>
  );
}

async function Runs({ runs }: Pick<Props, "runs">) {
  const t = await getTranslations("imports.interviews.report");
  const format = await getFormatter();
  const small = { isName: true, isWhole: true, isMuted: true, isSmall: true };
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">{t("runs")}</h2>
      <Table
        caption={t("runs")}
        hideCaption
        isTight
        columns={[
          { key: "run", label: t("run") },
          { key: "track", label: t("track") },
          { key: "rows", label: t("rows"), numeric: true },
        ]}
        rows={runs.map(({ model, method, version, track, rows }) => ({
          id: JSON.stringify([model, method, version, track]),
          cells: {
            run: [
              { text: model, isName: true, isWhole: true },
              " ",
              { text: [method, version].filter(Boolean).join(" · "), ...small },
            ],
            track: { text: track, isName: true },
            rows: format.number(rows),
          },
        }))}
      />
    </section>
  );
}
