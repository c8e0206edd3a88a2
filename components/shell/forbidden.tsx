import { getTranslations } from "next-intl/server";
import { Refusal } from "#components/shell/refusal.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

export async function Forbidden({ inside }: { inside?: boolean }) {
  const t = await getTranslations();
  return (
    <Refusal
      words="forbidden"
      inside={inside}
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
