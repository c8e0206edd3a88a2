import { getTranslations } from "next-intl/server";
import { AlternativeTable } from "#components/study-results/agreement/alternative-table.tsx";
import { AnnotatorsTable } from "#components/study-results/agreement/annotators-table.tsx";
import { Kept } from "#components/study-results/kept.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { resultsPath } from "#lib/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectBox } from "#components/ui/fields/select-field.tsx";
import { chooseTested, getAlternatives, readEpsilon } from "#lib/study-results/agreement/alternative.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import { peek } from "#lib/study-results/rows/memoize.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** The number of the run whose people are listed, as the address asks for it. */
  asked: string | null;
};

/** Whether a model could stand in for one of these people. */
export function AlternativeSection({ rows, view, asked }: Props) {
  const run = chooseTested(rows, asked);
  const section = <Section rows={rows} view={view} run={run} />;
  if (run !== null && peek(getAlternatives(rows, view)) === null) return section;
  return (
    <Kept rows={rows} view={view} of={`alternative ${run?.id}`}>
      {section}
    </Kept>
  );
}

async function Section({ rows, view, run }: Omit<Props, "asked"> & { run: RunRow | null }) {
  const t = await getTranslations("resultsAgreement.alternative");
  const { epsilon, isPlanned } = readEpsilon(rows);
  return (
    <section id="alternative" aria-labelledby="alternative-title" className="grid min-w-0 scroll-mt-4 gap-4">
      <h2 id="alternative-title" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure">{t("about")}</p>
      {run === null ? (
        <p className="measure">{t("noModels")}</p>
      ) : (
        <>
          <form
            action={`${resultsPath(rows.study.slug, "agreement")}#alternative`}
            className="no-print grid gap-3 sm:flex sm:flex-wrap sm:items-end"
          >
            {[...writeView(view)].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <div className="min-w-0 sm:w-72">
              <SelectBox id="tested-run" label={t("detail")} name="model" defaultValue={run.id}>
                {rows.runs
                  .filter(({ apart }) => apart === null)
                  .map((offered) => (
                    <option key={offered.id} value={offered.id}>
                      {nameAmong(offered, rows.runs)}
                    </option>
                  ))}
              </SelectBox>
            </div>
            <Button type="submit">{t("submit")}</Button>
          </form>
          <p className="measure text-ink-muted">
            {t("epsilonWhy", { epsilon, isPlanned: String(isPlanned) })}
          </p>
          {peek(getAlternatives(rows, view)) ? (
            <Tested rows={rows} view={view} runId={run.id} />
          ) : (
            <Streamed fallback={<p role="status">{t("working")}</p>}>
              <Tested rows={rows} view={view} runId={run.id} />
            </Streamed>
          )}
        </>
      )}
    </section>
  );
}

type TestedProps = { rows: StudyRows; view: View; runId: number };

async function Tested({ rows, view, runId }: TestedProps) {
  const results = await getAlternatives(rows, view);
  const one = results.find(({ run }) => run.id === runId);
  return (
    <>
      <AlternativeTable rows={rows} results={results} />
      {one?.reason === null && <AnnotatorsTable rows={rows} view={view} result={one} />}
    </>
  );
}
