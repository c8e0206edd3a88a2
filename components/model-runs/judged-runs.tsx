import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { formatMethodName } from "#components/model-runs/figures.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { runPath } from "#lib/paths.ts";

type Props = { slug: string; rows: readonly RunRow[]; tracks: readonly { name: string; cases: number }[] };

/** What runs gave of cases of which nothing is right or wrong: how much of each track, and no figure. */
export async function JudgedRuns({ slug, rows, tracks }: Props) {
  const t = await getTranslations("runs.judged");
  const columns = await getTranslations("runs.columns");
  const format = await getFormatter();
  const ofTracks = tracks.flatMap(({ name, cases }) => {
    const given = rows.flatMap(({ run, tracks: own }) =>
      own.flatMap(({ track, judged, failed }) =>
        track === name && judged > 0 ? [{ run, judged, failed }] : [],
      ),
    );
    return given.map((one) => ({ ...one, name, cases }));
  });
  if (ofTracks.length === 0) return null;
  return (
    <section aria-labelledby="judged" className="grid min-w-0 gap-2">
      <h2 id="judged" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure">{t("about")}</p>
      <Table
        caption={t("title")}
        columns={[
          { key: "track", label: t("track") },
          { key: "model", label: columns("model"), atLeast: 32 },
          { key: "method", label: columns("method") },
          { key: "judged", label: t("given"), numeric: true },
          { key: "failed", label: columns("failed"), numeric: true },
        ]}
        rows={ofTracks.map(({ run, name, cases, judged, failed }) => ({
          id: `${run.id} ${name}`,
          cells: {
            track: <bdi>{name}</bdi>,
            model: (
              <Link href={runPath(slug, run.id)} className="text-accent underline">
                <bdi>{run.model}</bdi>
              </Link>
            ),
            method: <bdi>{formatMethodName(run)}</bdi>,
            judged: t("of", { judged: format.number(judged), cases: format.number(cases) }),
            failed: format.number(failed),
          },
        }))}
      />
    </section>
  );
}
