import { getLocale, getTranslations } from "next-intl/server";
import { Drawn } from "#components/charts/drawn.tsx";
import { Link } from "#components/ui/link.tsx";
import { drawInPage } from "#lib/figures/in-page.ts";
import { resultsPath } from "#lib/paths.ts";
import { drawOverview } from "#lib/study-results/figures/forest.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { readView } from "#lib/study-results/schema.ts";

const width = 480;

/** What came of the study that closed last: the figure of its results, in small. */
export async function ClosedStudy({ rows }: { rows: StudyRows }) {
  const made = drawOverview(rows, readView({}, rows), { locale: await getLocale() });
  if (!made) return null;
  const t = await getTranslations("admin.closed");
  const { slug, title } = rows.study;
  return (
    <figure aria-labelledby="closed" className="grid content-start gap-3">
      <figcaption className="grid">
        <h2 id="closed" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <Link href={resultsPath(slug)} className="w-fit wrap-anywhere text-accent underline">
          <bdi>{title}</bdi>
        </Link>
      </figcaption>
      <span role="img" aria-label={made.title} className="sr-only" />
      <Drawn drawn={drawInPage(made.figure, width)} className="max-w-120" />
    </figure>
  );
}
