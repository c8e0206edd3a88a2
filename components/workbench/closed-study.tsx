import { getLocale, getTranslations } from "next-intl/server";
import { Drawn } from "#components/charts/drawn.tsx";
import { Link } from "#components/ui/link.tsx";
import { drawInPage } from "#lib/figures/svg.ts";
import { resultsPath } from "#lib/paths.ts";
import { drawOverview } from "#lib/results/render/forest.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { readView, writeView } from "#lib/study-results/schema.ts";

const width = 480;

/** What came of the study that closed last: the figure of its results, in small; of several kinds, of the first that has one. */
export async function ClosedStudy({ byKind }: { byKind: readonly StudyRows[] }) {
  const locale = await getLocale();
  const drawn = byKind.flatMap((rows) => {
    const made = drawOverview(rows, readView({}, rows), { locale });
    return made ? [{ rows, made }] : [];
  })[0];
  if (!drawn) return null;
  const { rows, made } = drawn;
  const t = await getTranslations("admin.closed");
  const nameOf = await getTranslations("cases.filter.kinds");
  const { slug, title } = rows.study;
  const others = rows.kinds.filter((kind) => kind !== rows.kind);
  return (
    <figure aria-labelledby="closed" className="grid content-start gap-3">
      <figcaption className="grid">
        <h2 id="closed" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <Link
          href={resultsPath(slug, "overview", writeView(readView({}, rows)))}
          className="w-fit wrap-anywhere text-accent underline"
        >
          <bdi>{title}</bdi>
        </Link>
        {others.length > 0 && (
          <>
            <p className="text-sm text-ink-muted">{t("kind", { kind: nameOf(rows.kind) })}</p>
            <ul role="list" className="flex flex-wrap items-center gap-x-4 text-sm">
              <li className="text-ink-muted">{t("others")}</li>
              {others.map((kind) => (
                <li key={kind}>
                  <Link
                    href={resultsPath(slug, "overview", new URLSearchParams({ kind }))}
                    className="target inline-flex items-center text-accent underline"
                  >
                    {nameOf(kind)}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </figcaption>
      <span role="img" aria-label={made.title} className="sr-only" />
      <Drawn drawn={drawInPage(made.figure, width)} className="max-w-120" />
    </figure>
  );
}
