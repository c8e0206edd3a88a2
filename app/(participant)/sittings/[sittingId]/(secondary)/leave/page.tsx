import { nameWindow } from "#app/(staff)/window-names.ts";
import { getMessages, getTranslations } from "next-intl/server";
import { listCounting, requireOwnPlace } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { SignOut } from "#components/doors/sign-out.tsx";
import { DeviceState } from "#components/sitting/device/device-state.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";

export const generateMetadata = nameWindow((t) => t("menu.leave"));

/** What one should know before one signs out, and whether anything still waits on this device. */
export default async function LeavePage({ params }: PageProps<"/sittings/[sittingId]/leave">) {
  const { viewer, place } = await requireOwnPlace(params);
  const t = await getTranslations();
  const { sending } = await getMessages();
  const here = `/sittings/${place.id}`;
  return (
    <div className="grid gap-6">
      <PageTitle>{t("menu.leave")}</PageTitle>
      <p>
        {t("menu.leaveBody")}{" "}
        <strong lang="en" className="whitespace-nowrap select-all">
          {viewer.handle}
        </strong>
      </p>
      {!viewer.hasSecret && (
        <Callout tone="warning">
          {t("menu.noPassphrase")}{" "}
          <a href={`${here}/code`} className="underline">
            {t("menu.code")}
          </a>
        </Callout>
      )}
      {place.state === "started" && (
        <DeviceState
          sittingId={place.id}
          cases={listCounting(place)}
          questions={place.questions}
          words={sending}
          signInAddress={`/sign-in?as=participant&next=${here}`}
        />
      )}
      <p className="text-ink-muted">{t("participantHome.staysHere")}</p>
      <div className="flex flex-wrap gap-3">
        <SignOut label={t("account.signOut")} variant="primary" as="participant" />
        <ButtonLink href={`${here}?back=1`}>{t("menu.back")}</ButtonLink>
      </div>
    </div>
  );
}
