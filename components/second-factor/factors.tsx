import { getFormatter, getTranslations } from "next-intl/server";
import { CodeApp, Passkeys, RecoveryCodes } from "#components/second-factor/own-factors.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { Section } from "#components/ui/page-header.tsx";
import { hasFactor, type Factors as Own } from "#lib/auth/second-factor/schema.ts";

/** One's own passkeys, app and recovery codes, and the ways to change them. */
export async function Factors({ factors, device }: { factors: Own; device: string }) {
  const t = await getTranslations("secondFactor");
  const format = await getFormatter();
  const day = (date: Date) => format.dateTime(date, { dateStyle: "medium" });
  return (
    <ClientWords of={["secondFactor", "shell"]}>
      <Section id="passkeys" title={t("passkeys.title")}>
        <Passkeys
          device={device === "?" ? "" : device}
          passkeys={factors.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
            id,
            name,
            since: t("passkeys.since", { date: day(createdAt) }),
            lastUsed: lastUsedAt
              ? t("passkeys.lastUsed", { when: format.relativeTime(lastUsedAt) })
              : t("passkeys.neverUsed"),
          }))}
        />
      </Section>
      <Section id="app" title={t("app.title")}>
        <CodeApp since={factors.codeAppSince && day(factors.codeAppSince)} />
      </Section>
      {hasFactor(factors) && (
        <Section id="recovery" title={t("recovery.title")}>
          <RecoveryCodes left={factors.recoveryCodes} />
        </Section>
      )}
    </ClientWords>
  );
}
