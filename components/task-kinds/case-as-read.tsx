import { ReadCase } from "#components/task-kinds/read-case.tsx";
import { messagesForReading } from "#components/task-kinds/words.ts";
import { StaffNotes } from "#components/task-kinds/staff-notes.tsx";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { withReadProfiles } from "#lib/task-kinds/choice/profile-text.ts";
import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";
import { resolveLabels } from "#lib/task-kinds/label-set.ts";
import type { LabelContent } from "#lib/task-kinds/label/schema.ts";
import { resolveScale } from "#lib/task-kinds/scale.ts";
import { showPair, type PairContent } from "#lib/task-kinds/pair/schema.ts";
import type { RatingContent } from "#lib/task-kinds/rating/schema.ts";
import { isAsked, type CaseKind } from "#lib/task-kinds/case-kinds.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { showDrawn, type TraitsContent } from "#lib/task-kinds/traits/schema.ts";

/** A content as it stands in the database, made what participants get of it. */
const readers: Record<KindName, (content: unknown) => unknown> = {
  choice: (content) => withReadProfiles(content as ChoiceContent),
  texts: (content) => content,
  rating: (content) => withScale(content as RatingContent),
  traits: (content) => showDrawn(content as TraitsContent),
  label: (content) => withLabels(content as LabelContent),
  codes: (content) => withLabels(content as LabelContent),
  pair: (content) => showPair(content as PairContent),
};

const withScale = (content: RatingContent) => ({ ...content, scale: resolveScale(content.scale) });

const withLabels = (content: LabelContent) => ({ ...content, labels: resolveLabels(content.labels) });

type Props = {
  kind: CaseKind;
  content: unknown;
  names: readonly string[];
  language: string;
};

/** For staff: a case as participants read it, in the words of its kind, and beneath it what they don't get. */
export function CaseAsRead({ kind, content, names, language }: Props) {
  return (
    <>
      <div className="min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <ReadCase
          kind={kind}
          names={names}
          language={language}
          content={isAsked(kind) ? readers[kind](content) : content}
          words={messagesForReading(kind, en)}
        />
      </div>
      {isAsked(kind) && <StaffNotes kind={kind} content={content} />}
    </>
  );
}
