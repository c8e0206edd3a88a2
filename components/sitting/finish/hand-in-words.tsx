import type { AppConfig } from "next-intl";
import type { ComponentProps } from "react";
import type { HandInForm } from "#components/sitting/finish/hand-in-form.tsx";
import { optionalMark } from "#components/sitting/words.ts";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { maxReason } from "#lib/sittings/limits.ts";
import type { Questions } from "#lib/studies/schema.ts";

type Messages = Pick<AppConfig["Messages"], "sitting" | "sending" | "way">;

/** What the page says on which one hands in, with the field of a last comment where one is asked for. */
export function formatHandIn(
  { sitting, sending, way }: Messages,
  { lastComment }: Pick<Questions, "lastComment">,
): Pick<ComponentProps<typeof HandInForm>, "words" | "comment"> {
  const { submit, own, overview, extra } = sitting;
  const { reasonLeft, reasonOver, takenOut } = extra;
  const { sendingOne, sending: sendingMany, refusedOne, refused, waiting } = way.finish;
  const label = `${submit.comment}${optionalMark(sitting)}`;
  const field = <TextAreaField name="comment" label={label} hint={submit.commentHint} />;
  return {
    comment: lastComment ? { most: maxReason, field } : null,
    words: {
      submit,
      own: { errors: own.errors },
      overview,
      sending,
      finish: { sendingOne, sending: sendingMany, refusedOne, refused, waiting },
      unreached: way.unreached,
      counting: { reasonLeft, reasonOver, takenOut },
    },
  };
}
