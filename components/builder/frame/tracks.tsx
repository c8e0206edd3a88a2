"use client";

import { useFormatter, useTranslations } from "next-intl";
import {
  countSelected,
  countUnsure,
  type BenchmarkChoice,
  type Eligible,
} from "#components/builder/frame/eligible.ts";
import { LanguageCounts } from "#components/builder/frame/language-counts.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import { countByLanguage } from "#lib/studies/case-languages.ts";
import type { Frame } from "#lib/studies/schema.ts";

type Props = {
  benchmark: BenchmarkChoice;
  frame: Frame;
  eligible: Eligible | null;
  state: "nothing" | "counting" | "counted" | "unfit" | "failed";
  onTracks: (tracks: string[]) => void;
  error: string | undefined;
};

const plainColumns = ["track", "all", "frame", "left"] as const;
const referenceColumns = [
  "track",
  "all",
  "frame",
  "selected",
  "unsure",
  "controls",
  "unanswered",
  "left",
] as const;

/** Which tracks, and how many cases of each are eligible as things stand. */
export function FrameTracks({ benchmark, frame, eligible, state, onTracks, error }: Props) {
  const t = useTranslations("builder.frameStep");
  const format = useFormatter();
  const { reference } = frame;
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? "…" : format.number(value);
  const names = benchmark.tracks.map(({ name }) => name);
  return (
    <div className="grid gap-3">
      <h2 className="text-xl font-semibold">{t("tracks")}</h2>
      {error && <FieldError id="tracks">{error}</FieldError>}
      <LiveTable
        caption={t("tracks")}
        columns={(reference ? referenceColumns : plainColumns).map((key) => ({
          key,
          label: t(`columns.${key}`),
          numeric: key !== "track",
        }))}
        rows={benchmark.tracks.map(({ name, language, cases }) => {
          const found = eligible?.tracks.find(({ track }) => track === name);
          return {
            id: name,
            cells: {
              track: (
                <TrackChoice
                  name={name}
                  language={language}
                  isChosen={frame.tracks.includes(name)}
                  onChoose={(isChosen) =>
                    onTracks(names.filter((one) => (one === name ? isChosen : frame.tracks.includes(one))))
                  }
                />
              ),
              all: number(cases),
              frame: number(found?.cases),
              selected: number(eligible && countSelected(eligible, name, reference)),
              unsure: number(eligible && countUnsure(eligible, name, reference)),
              controls: number(found?.controls),
              unanswered: number(found?.unanswered),
              left: number(found && found.unparsed + found.withoutGold),
            },
          };
        })}
      />
      <p className="text-sm text-ink-muted">{t(`state.${state}`)}</p>
      {eligible && (
        <LanguageCounts
          counts={countByLanguage(
            eligible.tracks.filter(({ track }) => frame.tracks.includes(track)),
            ({ track }) => countSelected(eligible, track, reference) ?? 0,
          )}
        />
      )}
      {eligible && <FrameTotal frame={frame} eligible={eligible} />}
    </div>
  );
}

type ChoiceProps = {
  name: string;
  language: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

function TrackChoice({ name, language, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="target flex items-center gap-3">
      <input
        type="checkbox"
        className="size-6 shrink-0 accent-accent"
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span>
        <bdi>{name}</bdi> <span className="font-normal text-ink-muted">({language})</span>
      </span>
    </label>
  );
}

function FrameTotal({ frame, eligible }: { frame: Frame; eligible: Eligible }) {
  const t = useTranslations("builder.frameStep");
  const format = useFormatter();
  const { tracks, reference } = frame;
  const total = tracks.reduce((sum, track) => sum + (countSelected(eligible, track, reference) ?? 0), 0);
  return (
    <p className="font-medium">
      {t(reference ? "totalSelected" : "total", {
        cases: total,
        tracks: tracks.length,
        threshold: reference ? format.number(reference.threshold, { minimumFractionDigits: 2 }) : "",
      })}
    </p>
  );
}
