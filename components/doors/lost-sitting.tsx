import { getTranslations } from "next-intl/server";
import { GoOnWithLost } from "#components/doors/go-on-with-lost.tsx";
import { Callout } from "#components/ui/callout.tsx";

type Props = {
  sittingId: string;
  canGoOn: boolean;
  /** At a link that others may open in the same browser. */
  mayBeOther?: boolean | undefined;
};

/** A server that was set back to an earlier state doesn't know the sitting, and its browser does. */
export async function LostSitting({ sittingId, canGoOn, mayBeOther = false }: Props) {
  const t = await getTranslations("signIn.lost");
  return (
    <Callout tone="warning" title={t(mayBeOther ? "titleAtLink" : "title")}>
      {canGoOn ? (
        <>
          <p>{t(mayBeOther ? "bodyAtLink" : "body")}</p>
          <GoOnWithLost
            sittingId={sittingId}
            refusals={{
              gone: t("gone"),
              closed: t("closed"),
              begun_anew: t("begunAnew"),
              other: t("failed"),
            }}
            words={{ goOn: t("goOn"), busy: t("busy") }}
          />
        </>
      ) : (
        <p>{t("gone")}</p>
      )}
    </Callout>
  );
}
