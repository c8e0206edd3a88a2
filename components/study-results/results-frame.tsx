import { getTranslations, getFormatter } from "next-intl/server";
import type { ReactNode } from "react";
import { resultsPath, resultsPages, resultsStampAddress, studyPath, type ResultsPage } from "#lib/paths.ts";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { Refresher } from "#components/study-results/refresher.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { About, Notice, Notices } from "#components/ui/notice.tsx";
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
  populations,
} from "#lib/study-results/schema.ts";
import clsx from "clsx";
import type { useTranslations } from "next-intl";
import { listStrata, countWithoutGold } from "#lib/study-results/rows/selection.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
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

type ViewSwitchesProps = {
  rows: StudyRows;
  view: View;
  /** Where the same page is found in another view. */
  address: (query: URLSearchParams) => string;
  onlyKinds?: boolean;
};
type Choice = { label: string; change: Partial<View> };
type Switch = { label: string; choices: readonly Choice[] };

/** What a view can be changed to; what makes no difference in this study isn't offered. All of it stands in the address. */
async function ViewSwitches({ rows, view, address, onlyKinds = false }: ViewSwitchesProps) {
  const t = await getTranslations("results.switches");
  const shown = [
    ...listKinds(t("kind.label"), rows, await getTranslations("cases.filter.kinds")),
    ...(onlyKinds ? [] : listSwitches(t, rows, view)),
  ];
  if (shown.length === 0) return null;
  return (
    <nav aria-label={t("label")} className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm print:hidden">
      {shown.map(({ label, choices }) => (
        <div key={label} className="flex min-w-0 flex-wrap items-center gap-1.5">
          <span className="text-ink-muted">{label}</span>
          <ul role="list" aria-label={label} className="flex min-w-0 flex-wrap rounded-md border border-edge">
            {choices.map(({ label: name, change }) => {
              const to = { ...view, ...change };
              const isCurrent =
                change.kind === undefined
                  ? Object.entries(change).every(([key, value]) => view[key as keyof View] === value)
                  : change.kind === view.kind;
              return (
                <li key={name} className="min-w-0">
                  <a
                    href={address(writeView(to))}
                    aria-current={isCurrent ? "true" : undefined}
                    className={clsx(
                      "target-small flex items-center px-2 wrap-anywhere",
                      isCurrent ? "bg-accent-tint font-semibold text-ink" : "text-accent hover:bg-sunken",
                    )}
                  >
                    {name}
                  </a>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Figures are of one kind: what else is chosen of one says nothing of another. */
const listKinds = (
  label: string,
  { kinds }: StudyRows,
  nameOf: (kind: KindName) => string,
): { label: string; choices: readonly Choice[] }[] =>
  kinds.length < 2
    ? []
    : [{ label, choices: kinds.map((kind) => ({ label: nameOf(kind), change: { kind, track: null } })) }];

type SwitchWords = ReturnType<typeof useTranslations<"results.switches">>;

function listSwitches(t: SwitchWords, rows: StudyRows, view: View): Switch[] {
  const { tracks, cases, people, cohorts, has, study } = rows;
  const strata = listStrata(rows);
  const inOrOut = (key: "excluded" | "known" | "reported", usual: "with" | "without"): Switch => ({
    label: t(`${key}.label`),
    choices: ([usual, usual === "with" ? "without" : "with"] as const).map((choice) => ({
      label: t(`${key}.${choice}`),
      change: { [key]: choice },
    })),
  });
  const named = (key: "track" | "cohort", names: readonly string[]): Switch => ({
    label: t(`${key}.label`),
    choices: [
      { label: t(`${key}.all`), change: { [key]: null } },
      ...names.map((name) => ({ label: name, change: { [key]: name } })),
    ],
  });
  const switches: (Switch | false)[] = [
    has.people &&
      has.simulated && {
        label: t("who.label"),
        choices: populations.map((who) => ({ label: t(`who.${who}`), change: { who } })),
      },
    tracks.length > 1 &&
      named(
        "track",
        tracks.map(({ name }) => name),
      ),
    strata.length > 1 && {
      label: t("stratum.label"),
      choices: [
        ...strata.map((stratum) => ({ label: t(`stratum.${stratum}`), change: { stratum } })),
        { label: t("stratum.all", { kinds: strata.length }), change: { stratum: "all" } as const },
      ],
    },
    cohorts.length > 0 && named("cohort", cohorts),
    people.some(({ who, exclusions }) => who === view.who && exclusions.length > 0) &&
      inOrOut("excluded", "without"),
    study.design.questions.knowsWork !== "off" && inOrOut("known", "with"),
    cases.some(({ report }) => report !== null) && inOrOut("reported", "with"),
  ];
  return switches.filter((offered) => offered !== false);
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
