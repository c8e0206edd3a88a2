"use client";

import { useFormatter, useTranslations } from "next-intl";
import { countSelected, type BenchmarkChoice, type Eligible } from "#components/builder/frame/eligible.ts";
import { LanguageCounts } from "#components/builder/frame/language-counts.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { countByLanguage } from "#lib/studies/case-languages.ts";
import type { Frame } from "#lib/studies/schema.ts";

type Props = {
  benchmark: BenchmarkChoice;
  frame: Frame;
  eligible: Eligible | null;
  state: "nothing" | "counting" | "counted" | "failed";
  onTracks: (tracks: string[]) => void;
  error: string | undefined;
};

/** Which tracks, and how many cases of each come into question as things stand. */
export function FrameTracks({ benchmark, frame, eligible, state, onTracks, error }: Props) {
  const t = useTranslations("builder.frameStep");
  const format = useFormatter();
  const { reference } = frame;
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? "…" : format.number(value);
  const total = eligible
    ? frame.tracks.reduce((sum, track) => sum + (countSelected(eligible, track, reference) ?? 0), 0)
    : null;
  return (
    <div className="grid gap-3">
      <h2 className="text-xl font-semibold">{t("tracks")}</h2>
      {error && <FieldError id="tracks">{error}</FieldError>}
      <Table
        caption={t("tracks")}
        columns={[
          { key: "track", label: t("columns.track") },
          { key: "all", label: t("columns.all"), numeric: true },
          { key: "frame", label: t("columns.frame"), numeric: true },
          ...(reference
            ? [
                { key: "selected", label: t("columns.selected"), numeric: true },
                { key: "controls", label: t("columns.controls"), numeric: true },
                { key: "unanswered", label: t("columns.unanswered"), numeric: true },
              ]
            : []),
          { key: "left", label: t("columns.left"), numeric: true },
        ]}
        rows={benchmark.tracks.map(({ name, language, cases }) => {
          const counted = eligible?.tracks.find(({ track }) => track === name);
          return {
            id: name,
            cells: {
              track: (
                <label className="target flex items-center gap-3">
                  <input
                    type="checkbox"
                    className="size-6 shrink-0 accent-accent"
                    checked={frame.tracks.includes(name)}
                    onChange={(event) =>
                      onTracks(
                        benchmark.tracks
                          .map((one) => one.name)
                          .filter((one) =>
                            one === name ? event.target.checked : frame.tracks.includes(one),
                          ),
                      )
                    }
                  />
                  <span>
                    <bdi>{name}</bdi> <span className="font-normal text-ink-muted">({language})</span>
                  </span>
                </label>
              ),
              all: number(cases),
              frame: number(counted?.cases),
              selected: number(eligible && countSelected(eligible, name, reference)),
              controls: number(counted?.controls),
              unanswered: number(counted?.unanswered),
              left: number(counted && counted.unparsed + counted.withoutGold),
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
      {total !== null && (
        <p className="font-medium">
          {t(reference ? "totalSelected" : "total", {
            cases: total,
            tracks: frame.tracks.length,
            threshold: reference ? format.number(reference.threshold, { minimumFractionDigits: 2 }) : "",
          })}
        </p>
      )}
    </div>
  );
}
