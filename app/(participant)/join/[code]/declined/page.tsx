import { nameWindow } from "#app/(staff)/window-names.ts";
import { getMessages } from "next-intl/server";
import { joinAddress, prolificReturn, readArrival } from "#components/sitting/entry/arrival.ts";
import { Declined } from "#components/sitting/entry/ends.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { getServiceCode } from "#lib/invitations/queries.ts";

export const generateMetadata = nameWindow((t) => t("sitting.declined.title"));

export default async function DeclinedPage({ params, searchParams }: PageProps<"/join/[code]/declined">) {
  const { code } = await params;
  const arrival = readArrival(await searchParams);
  const { sitting } = await getMessages();
  const returnCode = arrival.prolific && (await getServiceCode(code, "noConsent"));
  return (
    <Declined
      words={sitting}
      returnAddress={returnCode && prolificReturn(returnCode)}
      back={<ButtonLink href={joinAddress(code, "", arrival)}>{sitting.back}</ButtonLink>}
    />
  );
}
