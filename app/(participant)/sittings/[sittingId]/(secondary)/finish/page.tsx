import { nameWindow } from "#app/(staff)/window-names.ts";
import { getMessages } from "next-intl/server";
import { listCounting, requireAnswering } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { HandInForm } from "#components/sitting/finish/hand-in-form.tsx";
import { formatHandIn } from "#components/sitting/finish/hand-in-words.tsx";
import { fill } from "#components/sitting/words.ts";
import { messagesForAll } from "#components/task-kinds/words.ts";
import { Callout } from "#components/ui/callout.tsx";
import { listOtherDevices } from "#lib/auth/sign-in/sign-ins.ts";

export const generateMetadata = nameWindow((t) => t("sitting.submit.title"));

export default async function FinishPage({ params }: PageProps<"/sittings/[sittingId]/finish">) {
  const { viewer, place } = await requireAnswering(params);
  const devices = await listOtherDevices(viewer);
  const messages = messagesForAll(place.kinds, await getMessages());
  const { over, overDrafts, overOneWay, otherDevices } = messages.way.finish;
  const { mayGoBack, draftsCount } = place.questions;
  return (
    <HandInForm
      sittingId={place.id}
      cases={listCounting(place)}
      questions={{ mayGoBack, draftsCount }}
      over={
        place.msLeft === 0 && <Callout>{mayGoBack ? over : draftsCount ? overDrafts : overOneWay}</Callout>
      }
      elsewhere={
        devices.length > 0 && <Callout>{fill(otherDevices, { devices: devices.join("; ") })}</Callout>
      }
      {...formatHandIn(messages, place.questions)}
    />
  );
}
