import { getTranslations, getFormatter } from "next-intl/server";
import type { ReactNode } from "react";
import { resultsPath, resultsPages, resultsStampAddress, studyPath, type ResultsPage } from "#lib/paths.ts";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { Refresher } from "#components/study-results/refresher.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { ChosenFilters, ViewSwitches } from "#components/study-results/view-switches.tsx";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { findAllLeftOut, type AllLeftOut } from "#lib/study-results/rows/left-out.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import {
  isInterim,
  mayShow,
  plannedEnd,
  writeView,
  type View,
  type Population,
} from "#lib/study-results/schema.ts";
import { countWithoutGold } from "#lib/study-results/rows/selection.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import { wayTo } from "#components/study-results/overview/sentences.tsx";
import { variesCases } from "#lib/study-results/arms/place.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";

type Props = {
  rows: StudyRows;
  view: View;
  role: "admin" | "researcher";
  page: ResultsPage;
  /** Of one of the rooms; what lies below one has its own heading. */
  title?: string;
  heading?: ReactNode;
  /** What a room shows, unfolded by whoever asks. */
  intro?: ReactNode;
  actions?: ReactNode;
  /** Where the same page is found in another view; without it there is nothing to switch. */
  address?: (query: URLSearchParams) => string;
  /** Where only the kind of its cases can be switched: where the page of another is found. */
  kinds?: (query: URLSearchParams) => string;
  children: ReactNode;
};

/** The rooms of a study's results, and what holds for every figure in them: whose they are, and whether they are final. */
export async function ResultsFrame(props: Props) {
  const { rows, view, role, page, title, heading, intro, actions, address, kinds, children } = props;
  const t = await getTranslations("results");
  const { study } = rows;
  const query = writeView(view);
  const isShown = mayShow(study, view.who);
  const leftOut = isShown && address ? findAllLeftOut(rows, view) : null;
  const rooms = listPages(rows).map((one) => ({
    href: resultsPath(study.slug, one, query),
    label: t(`pages.${one}`),
    current: one === page,
  }));
  return (
    <StudyFrame
      study={study}
      role={role}
      title={title}
      actions={actions}
      page="results"
      rooms={{
        label: t("pages.label"),
        items: rooms,
        below: <ResultsNotices {...props} leftOut={leftOut} />,
        beside: (
          <>
            {isShown && address && <ViewSwitches rows={rows} view={view} address={address} />}
            {isShown && kinds && <ViewSwitches rows={rows} view={view} address={kinds} onlyKinds />}
            {intro && (
              <Popover id="about-figures" label="?" name={t("about")}>
                <div className="measure text-sm">{intro}</div>
              </Popover>
            )}
          </>
        ),
      }}
    >
      {isShown && address && <ChosenFilters rows={rows} view={view} address={address} />}
      {heading}
      <div className="grid min-w-0 gap-6">
        {isShown ? (
          (!leftOut || showsLeftOut.includes(page)) && children
        ) : (
          <EmptyState
            title={t("notYet.title")}
            action={<ButtonLink href={studyPath(study.slug)}>{t("notYet.toLive")}</ButtonLink>}
          >
            {t("notYet.body")}
          </EmptyState>
        )}
      </div>
    </StudyFrame>
  );
}

async function ResultsNotices({
  rows,
  view,
  address,
  page,
  leftOut,
}: Props & { leftOut: AllLeftOut | null }) {
  const t = await getTranslations("results");
  const { study } = rows;
  const isShown = mayShow(study, view.who);
  return (
    <>
      {view.who === "simulated" && <Notice title={t("simulated.title")}>{t("simulated.body")}</Notice>}
      {isInterim(study) && isShown && (
        <>
          <Notice title={t("interim.title")}>{t("interim.body")}</Notice>
          <Refresher address={resultsStampAddress(study.slug)} stamp={rows.stamp} />
        </>
      )}
      {looksOf(rows, view.who) === "off_plan" && (
        <Notice title={t("offPlan.title")}>
          {t("offPlan.body", { finished: study.finished[view.who], planned: plannedEnd(study.design) })}
        </Notice>
      )}
      {isShown && address && poolsArms.includes(page) && <ArmsNotice rows={rows} view={view} />}
      {isShown && address && <WithoutGoldNotice rows={rows} view={view} />}
      {address && leftOut && (
        <AllLeftOutNotice
          found={leftOut}
          who={view.who}
          href={address(writeView({ ...view, excluded: "with" }))}
        />
      )}
    </>
  );
}

/** Where figures take the answers of all arms together. */
const poolsArms: readonly ResultsPage[] = ["overview", "models", "agreement", "calibration", "scale"];

/** Where there is something to see though nobody counts: who they are, and what models made of the cases. */
const showsLeftOut: readonly ResultsPage[] = ["people", "cases"];

const listPages = ({ study: { design } }: StudyRows): ResultsPage[] =>
  resultsPages.filter((page) => {
    if (page === "arms") return design.assignment.arms !== undefined;
    return page !== "calibration" || design.questions.confidence.ask !== "off";
  });

/** Why there is nothing to see although people answered, and the way to where they count. */
async function AllLeftOutNotice({ found, who, href }: { found: AllLeftOut; who: Population; href: string }) {
  const t = await getTranslations("results.allLeftOut");
  const reasons = found.reasons.map(({ reason, people }) => t(`reasons.${reason}`, { count: people }));
  return (
    <Notice isOpen title={t("title", { count: found.people, who })}>
      {t("body", { reasons: (await getFormatter()).list(reasons) })}{" "}
      <a href={href} className="text-accent underline">
        {t("link")}
      </a>
    </Notice>
  );
}

/** Why figures are undefined, or over fewer cases than were answered. */
async function WithoutGoldNotice({ rows, view }: { rows: StudyRows; view: View }) {
  const t = await getTranslations("results.withoutGold");
  if (!hasRight(rows)) return null;
  const { cases, count } = countWithoutGold(rows, view);
  if (count === 0) return null;
  return (
    <Notice tone="info" title={t("title", { all: String(count === cases), count, cases })}>
      {t("body", { all: String(count === cases) })}
    </Notice>
  );
}

/** That figures are over all arms together, and where they are told apart. */
async function ArmsNotice({ rows, view }: { rows: StudyRows; view: View }) {
  const { arms } = rows.study.design.assignment;
  if (!arms) return null;
  const t = await getTranslations("resultsArms.pooled");
  return (
    <Notice title={t("title", { count: arms.arms.length })}>
      {t.rich("body", { way: wayTo(rows, view, "arms") })}{" "}
      {variesCases(rows.study.design) && t("versions", { cases: getPoints(rows, view).people.n.cases })}
    </Notice>
  );
}
