import type { ComponentType } from "react";
import type { CaseFigureProps, PredictedAnswerProps, StaffNotesProps } from "#components/task-kinds/kind.ts";
import { CodesOfCase, FoundCodes } from "#components/task-kinds/label/of-case.tsx";
import { CaseFigure, PredictedAnswer } from "#components/task-kinds/options/of-case.tsx";
import { Origins } from "#components/task-kinds/pair/origins.tsx";
import { HiddenParts } from "#components/task-kinds/parts/hidden-parts.tsx";
import { GivenRating, RatingsOfCase } from "#components/task-kinds/rating/of-case.tsx";
import { ReadCase } from "#components/task-kinds/read-case.tsx";
import { OptionTypes } from "#components/task-kinds/texts/results.tsx";
import { DrawnItems, FoundTraits, ProfilesOfCase } from "#components/task-kinds/traits/of-case.tsx";
import { messagesForReading } from "#components/task-kinds/words.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { isAsked, type CaseKind } from "#lib/task-kinds/case-kinds.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** What staff see of one case. */
type StaffCase = {
  /** What people and models answered to a case of a study, with a table of the same. */
  CaseFigure: ComponentType<CaseFigureProps>;
  /** What a run answered, on the page of a case in its benchmark. */
  PredictedAnswer: ComponentType<PredictedAnswerProps>;
  /** What of a case's content no participant gets. */
  Notes?: ComponentType<StaffNotesProps>;
};

const ofOptions: StaffCase = { CaseFigure, PredictedAnswer };
const kinds: Record<KindName, StaffCase> = {
  choice: ofOptions,
  texts: { ...ofOptions, Notes: OptionTypes },
  rating: { CaseFigure: RatingsOfCase, PredictedAnswer: GivenRating, Notes: HiddenParts },
  pair: { ...ofOptions, Notes: Origins },
  traits: { CaseFigure: ProfilesOfCase, PredictedAnswer: FoundTraits, Notes: DrawnItems },
  label: { ...ofOptions, Notes: HiddenParts },
  codes: { CaseFigure: CodesOfCase, PredictedAnswer: FoundCodes, Notes: HiddenParts },
};

export const staffCaseOf = (kind: KindName): StaffCase => kinds[kind];

type Props = {
  kind: CaseKind;
  /** As it stands in the database. */
  content: unknown;
  names: readonly string[];
  language: string;
};

/** A case as participants read it, in the words of its kind, and beneath it what they don't get. */
export function CaseAsRead({ kind, content, names, language }: Props) {
  const shown = isAsked(kind)
    ? serverKindOf(kind).arrange(content, names, [...names.keys()])
    : { content, names };
  const Notes = isAsked(kind) ? kinds[kind].Notes : undefined;
  return (
    <>
      <div className="min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <ReadCase kind={kind} {...shown} language={language} words={messagesForReading(kind, en)} />
      </div>
      {Notes && <Notes content={content} language={language} />}
    </>
  );
}
