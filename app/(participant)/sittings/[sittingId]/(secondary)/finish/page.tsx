import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { requireAnswering } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { HandInForm } from "#components/sitting/finish/hand-in-form.tsx";
import { fill, optionalMark } from "#components/sitting/words.ts";
import { sayForAll } from "#components/task-kinds/words.ts";
import { Callout } from "#components/ui/callout.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { listOtherDevices } from "#lib/auth/sign-in/sign-ins.ts";
import { maxReason } from "#lib/sittings/limits.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sitting.submit");
  return { title: t("title") };
}

export default async function FinishPage({ params }: PageProps<"/sittings/[sittingId]/finish">) {
  const { viewer, place } = await requireAnswering(params);
  const devices = await listOtherDevices(viewer);
  const { sitting, sending, way } = sayForAll(place.kinds, await getMessages());
  const { submit, own, overview, extra } = sitting;
  const { reasonLeft, reasonOver, takenOut } = extra;
  const { over, overDrafts, overOneWay, otherDevices, ...finish } = way.finish;
  const { mayGoBack, draftsCount, lastComment } = place.questions;
  return (
    <HandInForm
      sittingId={place.id}
      cases={place.progress
        .filter(({ isPractice }) => !isPractice)
        .map(({ position, asked, answer, revision }) => ({ position, asked, answer, revision }))}
      questions={{ mayGoBack, draftsCount }}
      comment={
        lastComment
          ? {
              most: maxReason,
              field: (
                <TextAreaField
                  name="comment"
                  label={`${submit.comment}${optionalMark(sitting)}`}
                  hint={submit.commentHint}
                />
              ),
            }
          : null
      }
      over={
        place.msLeft === 0 && <Callout>{mayGoBack ? over : draftsCount ? overDrafts : overOneWay}</Callout>
      }
      elsewhere={
        devices.length > 0 && <Callout>{fill(otherDevices, { devices: devices.join("; ") })}</Callout>
      }
      words={{
        submit,
        own: { errors: own.errors },
        overview,
        sending,
        finish,
        unreached: way.unreached,
        counting: { reasonLeft, reasonOver, takenOut },
      }}
    />
  );
}
