import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { resultsPath, resultsPages, resultsStampAddress, studyPath, type ResultsPage } from "#lib/paths.ts";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { ArmsNotice } from "#components/study-results/arms/arms-notice.tsx";
import { AllLeftOutNotice } from "#components/study-results/all-left-out.tsx";
import { Refresher } from "#components/study-results/refresher.tsx";
import { ViewSwitches } from "#components/study-results/view-switches.tsx";
import { WithoutGoldNotice } from "#components/study-results/without-gold.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { About, Notice, Notices } from "#components/ui/notice.tsx";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { findAllLeftOut, type AllLeftOut } from "#lib/study-results/rows/left-out.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, mayShow, plannedEnd, writeView, type View } from "#lib/study-results/schema.ts";

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
  const { rows, view, role, page, title, heading, actions, address, kinds, children } = props;
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
      rooms={{ label: t("pages.label"), items: rooms }}
    >
      <div className="mb-5 grid min-w-0 gap-2">
        <ResultsNotices {...props} leftOut={leftOut} />
        {isShown && address && <ViewSwitches rows={rows} view={view} address={address} />}
        {isShown && kinds && <ViewSwitches rows={rows} view={view} address={kinds} onlyKinds />}
      </div>
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
  intro,
  address,
  page,
  leftOut,
}: Props & { leftOut: AllLeftOut | null }) {
  const t = await getTranslations("results");
  const { study } = rows;
  const isShown = mayShow(study, view.who);
  return (
    <Notices>
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
      {intro && <About title={t("about")}>{intro}</About>}
    </Notices>
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
