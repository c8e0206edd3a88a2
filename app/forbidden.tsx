import { getTranslations } from "next-intl/server";
import { Refusal, refusalMetadata } from "#components/shell/refusal.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

export const generateMetadata = () => refusalMetadata("forbidden");

export default async function Forbidden() {
  const t = await getTranslations();
  return (
    <Refusal
      words="forbidden"
      actions={
        <>
          <ButtonLink href="/" variant="primary">
            {t("shell.home")}
          </ButtonLink>
          <ButtonLink href="/sign-in">{t("forbidden.other")}</ButtonLink>
        </>
      }
    />
  );
}
