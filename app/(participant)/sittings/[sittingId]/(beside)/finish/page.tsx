import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { requireAnswering } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { HandInForm } from "#components/sitting/finish/hand-in-form.tsx";
import { fill } from "#components/sitting/words.ts";
import { Callout } from "#components/ui/callout.tsx";
import { listItems } from "#components/sitting/navigation/overview-items.ts";
import { listOtherDevices } from "#lib/auth/sign-in/sign-ins.ts";
import { mostReason } from "#lib/sittings/limits.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sitting.submit");
  return { title: t("title") };
}

export default async function FinishPage({ params }: PageProps<"/sittings/[sittingId]/finish">) {
  const { viewer, place } = await requireAnswering(params);
  const devices = await listOtherDevices(viewer);
  const { sitting, sending, way } = await getMessages();
  const { submit, own, overview, optional, extra } = sitting;
  const { reasonLeft, reasonOver, takenOut } = extra;
  const { mayGoBack, draftsCount, lastComment } = place.questions;
  const items = listItems(place.progress);
  return (
    <HandInForm
      sittingId={place.id}
      cases={place.progress
        .filter(({ isPractice }) => !isPractice)
        .map(({ position, asked, answer, revision }, i) => ({
          ...{ position, asked, answer, revision },
          place: i + 1,
        }))}
      questions={{ mayGoBack, draftsCount }}
      mostComment={lastComment ? mostReason : null}
      isOver={place.msLeft === 0}
      flagged={items.filter(({ isFlagged }) => isFlagged).length}
      elsewhere={
        devices.length > 0 && (
          <Callout>{fill(way.finish.otherDevices, { devices: devices.join("; ") })}</Callout>
        )
      }
      passed={items.filter(({ state }) => state === "passed").length}
      words={{
        submit,
        own,
        overview,
        optional,
        sending,
        finish: way.finish,
        unreached: way.unreached,
        counting: { reasonLeft, reasonOver, takenOut },
      }}
    />
  );
}
