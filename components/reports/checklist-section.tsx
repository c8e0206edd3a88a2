import { Badge } from "#components/ui/badge.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { planPath, resultsPath } from "#lib/paths.ts";
import { countStates, formatPointQuestion } from "#lib/reports/checklist/checklist.ts";
import type { Point, PointKey, PointState } from "#lib/reports/schema.ts";
import { formatPointTitle, t } from "#lib/reports/words.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

const tones = {
  met: "success",
  partly: "warning",
  missing: "danger",
  not_applicable: "neutral",
} as const satisfies Record<PointState, string>;

type Props = { points: readonly Point[]; view: View; study: { slug: string } };

/** What makes a comparison with people credible, and how far this study has it: a tile shows what a point lacks, and unfolds the rest. */
export const ChecklistSection = ({ points, view, study: { slug } }: Props) => (
  <>
    <p className="measure">{t("checklist.count", { ...countStates(points), of: points.length })}</p>
    {/* A hash has no place to break it at. */}
    <ul
      role="list"
      aria-label={t("checklist.caption")}
      className="grid min-w-0 items-start gap-2 wrap-anywhere sm:grid-cols-2 xl:grid-cols-3"
    >
      {points.map((point, i) => (
        <Tile key={point.key} point={point} number={i + 1} slug={slug} view={view} />
      ))}
    </ul>
  </>
);

type TileProps = { point: Point; number: number; slug: string; view: View };

const Tile = ({ point: { key, state, value, notes, gaps }, number, slug, view }: TileProps) => (
  <li className="min-w-0 rounded-lg border border-line">
    <details className="group">
      <summary className="target grid cursor-pointer list-none content-center gap-0.5 px-3 py-1.5 hover:text-accent [&::-webkit-details-marker]:hidden">
        <span className="flex items-center justify-between gap-2">
          <span className="flex min-w-0 items-center gap-1 font-medium">
            <Icon
              name="down"
              className="size-4 -rotate-90 text-ink-muted transition-transform group-open:rotate-0"
            />
            {`${number}. ${formatPointTitle(key)}`}
          </span>
          <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
        </span>
        {gaps.map(({ what }) => (
          <span key={what} className="pl-5 text-sm">
            {what}
          </span>
        ))}
      </summary>
      <dl className="grid gap-2 border-t border-line px-3 py-2 text-sm">
        <div>
          <dt className="sr-only">{t("checklist.point")}</dt>
          <dd className="text-ink-muted">
            {t("checklist.asks", { asks: formatPointQuestion(key) })}{" "}
            <Link href={addressOf(key, slug, view)} className="text-accent underline">
              {linkText(key)}
            </Link>
          </dd>
        </div>
        <div>
          <dt className="font-medium">{t("checklist.found")}</dt>
          <dd>{value}</dd>
          {notes.map((note) => (
            <dd key={note} className="text-ink-muted">
              {note}
            </dd>
          ))}
        </div>
        {gaps.length > 0 && (
          <div>
            <dt className="font-medium">{t("checklist.lacks")}</dt>
            {gaps.map(({ what, mend }) => (
              <dd key={what}>
                {what} <span className="text-ink-muted">{mend}</span>
              </dd>
            ))}
          </div>
        )}
      </dl>
    </details>
  </li>
);

/** The page whose figures a point is judged by, or the part of the report that has more of it. */
const pageOf = {
  sameItems: "overview",
  selection: "overview",
  smallTracks: "overview",
  uncertainty: "overview",
  pairedTests: "models",
  agreement: "agreement",
  alternative: "agreement",
  frozen: "plan",
  parity: "#parity",
  exposure: "overview",
  exclusions: "people",
  power: "plan",
  participants: "#methods",
  report: "#plan",
} as const satisfies Record<PointKey, string>;

const headingOf = { "#parity": "parity", "#methods": "methods", "#plan": "plan" } as const;

function linkText(key: PointKey): string {
  const page = pageOf[key];
  if (page === "plan") return t("plan.look");
  if (page === "#parity" || page === "#plan" || page === "#methods") return t(`headings.${headingOf[page]}`);
  return t(`figures.pages.${page}`);
}

function addressOf(key: PointKey, slug: string, view: View): string {
  const page = pageOf[key];
  if (page === "plan") return planPath(slug);
  if (page === "#parity" || page === "#plan" || page === "#methods") return page;
  const path = resultsPath(slug, page, writeView(view));
  return key === "alternative" ? `${path}#alternative` : path;
}
