import { nameWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { PasskeyEntry } from "#components/second-factor/passkey-entry.tsx";
import { CodeEntry } from "#components/second-factor/second-step.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { PublicFrame } from "#components/shell/public-frame.tsx";
import { nextInput } from "#lib/auth/schema.ts";
import { windowMinutes } from "#lib/auth/terms.ts";
import { listAskedFactors } from "#lib/auth/second-factor/half-cookie.ts";

export const generateMetadata = nameWindow((t) => t("secondFactor.step.title"));

export default async function SecondStepPage({ searchParams }: PageProps<"/sign-in/second-step">) {
  const asked = await listAskedFactors();
  if (!asked) redirect("/sign-in");
  const { passkeys, codeAppSince } = asked;
  const next = nextInput.parse((await searchParams).next);
  const t = await getTranslations("secondFactor");
  return (
    <PublicFrame title={t("step.title")}>
      <p>{t("step.intro")}</p>
      {passkeys.length > 0 && (
        <PasskeyEntry
          purpose="second_step"
          next={next}
          variant="primary"
          words={{
            submit: t("step.passkey"),
            errors: {
              cancelled: t("errors.cancelled"),
              wrong_passkey: t("errors.wrong_passkey"),
              no_half: t("errors.no_half"),
              throttled: t("errors.throttled", { minutes: windowMinutes }),
            },
          }}
        />
      )}
      <ClientWords of={["secondFactor"]}>
        <CodeEntry next={next} hasApp={codeAppSince !== null} />
      </ClientWords>
      <p className="text-sm text-ink-muted">{t("step.lost")}</p>
      <p>
        <a href="/sign-in" className="text-accent underline">
          {t("step.back")}
        </a>
      </p>
    </PublicFrame>
  );
}
