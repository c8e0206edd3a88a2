import clsx from "clsx";
import type { useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { Popover } from "#components/ui/popover.tsx";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { listStrata } from "#lib/study-results/rows/selection.ts";
import { mainView, populations, writeView, type View } from "#lib/study-results/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** Where the same page is found in another view. */
  address: (query: URLSearchParams) => string;
  onlyKinds?: boolean;
};
type Choice = { label: string; change: Partial<View> };
type Switch = { label: string; choices: readonly Choice[] };

const isChosen = (view: View, change: Partial<View>): boolean =>
  change.kind === undefined
    ? Object.entries(change).every(([key, value]) => view[key as keyof View] === value)
    : change.kind === view.kind;

/** What a view can be changed to; what makes no difference in this study isn't offered. All of it stands in the address. */
export async function ViewSwitches({ rows, view, address, onlyKinds = false }: Props) {
  const t = await getTranslations("results.switches");
  const shown = await listShown({ rows, view, onlyKinds });
  if (shown.length === 0) return null;
  return (
    <Popover id="filters" label={t("open")} name={t("label")} className="w-max">
      <nav aria-label={t("label")} className="grid gap-3 text-sm">
        {shown.map(({ label, choices }) => (
          <div key={label} className="grid min-w-0 gap-1">
            <span className="font-medium">{label}</span>
            <ul
              role="list"
              aria-label={label}
              className="flex w-fit min-w-0 flex-wrap rounded-md border border-edge"
            >
              {choices.map(({ label: name, change }) => (
                <li key={name} className="min-w-0">
                  <a
                    href={address(writeView({ ...view, ...change }))}
                    aria-current={isChosen(view, change) ? "true" : undefined}
                    className={clsx(
                      "target-small flex items-center px-2 wrap-anywhere",
                      isChosen(view, change)
                        ? "bg-accent-tint font-semibold text-ink"
                        : "text-accent hover:bg-sunken",
                    )}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </Popover>
  );
}

/** What is chosen otherwise than from the start: figures are over something else than the plan's. */
export async function ChosenFilters({ rows, view, address, onlyKinds = false }: Props) {
  const t = await getTranslations("results.switches");
  const usual = mainView(view.who);
  const chosen = (await listShown({ rows, view, onlyKinds })).flatMap(({ label, choices }) => {
    const current = choices.find(({ change }) => isChosen(view, change));
    const isUsual = !current || "kind" in current.change || isChosen(usual, current.change);
    return isUsual ? [] : [t("chosen", { label, choice: current.label })];
  });
  if (chosen.length === 0) return null;
  return (
    <p className="mb-2 flex min-h-7 flex-wrap items-center gap-x-3 text-sm">
      <span className="font-medium">{(await getFormatter()).list(chosen, { type: "unit" })}</span>
      <a
        href={address(writeView({ ...usual, kind: view.kind }))}
        className="target-small inline-flex items-center text-accent underline print:hidden"
      >
        {t("reset")}
      </a>
    </p>
  );
}

async function listShown({ rows, view, onlyKinds }: Omit<Props, "address">): Promise<Switch[]> {
  const t = await getTranslations("results.switches");
  return [
    ...listKinds(t("kind.label"), rows, await getTranslations("cases.filter.kinds")),
    ...(onlyKinds ? [] : listSwitches(t, rows, view)),
  ];
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
