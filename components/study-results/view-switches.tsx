import clsx from "clsx";
import type { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Kept } from "#components/study-results/kept.tsx";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { listStrata } from "#lib/study-results/rows/selection.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { whos, writeView, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** Where the same page is found in another view. */
  address: (query: URLSearchParams) => string;
  onlyKinds?: boolean;
};
type Choice = { label: string; change: Partial<View> };
type Switch = { label: string; choices: readonly Choice[] };

/** What a view can be changed to; what makes no difference in this study isn't offered. All of it stands in the address. */
export const ViewSwitches = ({ rows, view, address, onlyKinds = false }: Props) => (
  <Kept rows={rows} view={view} of={`switches ${address(writeView(view))} ${onlyKinds}`}>
    <Offered rows={rows} view={view} address={address} onlyKinds={onlyKinds} />
  </Kept>
);

async function Offered({ rows, view, address, onlyKinds }: Required<Props>) {
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
        choices: whos.map((who) => ({ label: t(`who.${who}`), change: { who } })),
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
