"use client";

import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import type { StepValues } from "#components/builder/builder-study.ts";
import { DesignDiagram, shapeOf } from "#components/builder/design-diagram.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { maxMinutes } from "#lib/studies/findings/texts.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { expectHalf } from "#lib/studies/opening/expected-half.ts";
import { estimateSitting, type Spread } from "#lib/studies/reading/reading-time.ts";
import type { Design, StepName } from "#lib/studies/schema.ts";
import { countAsked, countServed } from "#lib/studies/strata/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Unsaved = Partial<StepValues>;

const UnsavedStep = createContext<{ unsaved: Unsaved; report: (unsaved: Unsaved) => void }>({
  unsaved: {},
  report: () => {},
});

/** Lets the card follow what is being changed in a step. */
export function UnsavedSteps({ children }: { children: ReactNode }) {
  const [unsaved, report] = useState<Unsaved>({});
  const context = useMemo(() => ({ unsaved, report }), [unsaved]);
  return <UnsavedStep value={context}>{children}</UnsavedStep>;
}

export function ReportStep<S extends StepName>({ step, value }: { step: S; value: StepValues[S] }) {
  const { report } = useContext(UnsavedStep);
  useEffect(() => report({ [step]: value }), [report, step, value]);
  return null;
}

/** What a design comes to, as it was saved. */
export type SavedDesign = {
  design: Design;
  kind: KindName | null;
  reading: Spread | null;
  /** Tracks whose answers can be right. */
  tracks: readonly { track: string; selected: number }[];
  /** How far the interval reaches to either side: of a share, or in points of a scale. */
  half: { size: number; unit: "share" | "points" } | null;
};

type Summary = {
  people: number;
  cases: number;
  minutes: number | null;
  half: SavedDesign["half"];
};

/** The numbers of the saved design, moved by what has been changed since. */
function summarize(saved: SavedDesign, unsaved: Unsaved): Summary {
  const { frame, ...steps } = unsaved;
  const design: Design = { ...saved.design, ...steps, ...(frame && { frame: frame.frame }) };
  const { people } = design.assignment;
  const cases = countAsked(design.sample);
  return { people, cases, minutes: countMinutes(saved, design), half: moveHalf(saved, design) };
}

function countMinutes({ reading, design: before }: SavedDesign, design: Design): number | null {
  const [least, served] = [countServed(before.sample), countServed(design.sample)];
  if (!reading || least === 0 || !Number.isFinite(served)) return null;
  const more = served / least;
  const longer = { median: reading.median * more, ninetieth: reading.ninetieth * more };
  const languages = offeredLanguages(design.words);
  const sittings = (languages.length > 0 ? languages : (["en"] as const)).map((language) =>
    estimateSitting(design, language, { reading: longer, served }),
  );
  return Math.max(...sittings.map(({ median }) => median));
}

/** The closed form says by how much a change moves what was simulated. */
function moveHalf({ half, tracks, design: before }: SavedDesign, design: Design): Summary["half"] {
  if (half?.unit !== "share" || before === design) return half;
  try {
    const [was, is] = [before, design].map((one) => {
      const asked = Object.entries(one.sample.quota).filter(
        ([name, count]) => count > 0 && tracks.some(({ track }) => track === name),
      );
      return expectHalf(one, asked, tracks);
    });
    return was && is ? { size: (half.size * is) / was, unit: "share" } : null;
  } catch {
    // A number that is being typed may be none that a plan can have.
    return null;
  }
}

/** People, cases, minutes and precision of the design that is open, beside every step. */
export function DesignCard({ saved }: { saved: SavedDesign }) {
  const t = useTranslations("builder.card");
  const format = useFormatter();
  const { unsaved } = useContext(UnsavedStep);
  const { people, cases, minutes, half } = summarize(saved, unsaved);
  const isLong = minutes !== null && minutes > maxMinutes;
  return (
    <section
      aria-label={t("title")}
      data-card
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-raised px-3 py-2 text-sm xl:grid xl:justify-items-start"
    >
      <DesignDiagram shape={shapeOf({ ...saved.design, ...unsaved }, saved.kind)} />
      <p className="figures flex flex-wrap gap-x-1.5 xl:grid">
        <span className="font-medium">{t("size", { people, cases })}</span>
        <Dot />
        <span className={clsx("flex items-center gap-1", isLong && "font-medium text-warning")}>
          {isLong && <Icon name="warning" className="size-4" />}
          {minutes === null
            ? t("noMinutes")
            : t("minutes", { minutes: Math.round(minutes), long: String(isLong), most: maxMinutes })}
        </span>
        <Dot />
        <span>
          {half
            ? t(`half.${half.unit}`, {
                size: format.number(half.unit === "share" ? 100 * half.size : half.size, {
                  minimumFractionDigits: half.unit === "share" ? 1 : 2,
                  maximumFractionDigits: half.unit === "share" ? 1 : 2,
                }),
              })
            : t("noHalf")}
        </span>
      </p>
    </section>
  );
}

const Dot = () => (
  <span aria-hidden className="text-ink-muted xl:hidden">
    ·
  </span>
);
