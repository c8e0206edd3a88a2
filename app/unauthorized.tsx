import { getTranslations } from "next-intl/server";
import { Refusal, refusalMetadata } from "#components/shell/refusal.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

export const generateMetadata = () => refusalMetadata("unauthorized");

export default async function Unauthorized() {
  const t = await getTranslations("signIn");
  return (
    <Refusal
      words="unauthorized"
      actions={
        <ButtonLink href="/sign-in" variant="primary">
          {t("submit")}
        </ButtonLink>
      }
    />
  );
}
