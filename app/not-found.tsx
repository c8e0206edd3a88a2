import { getTranslations } from "next-intl/server";
import { Refusal, refusalMetadata } from "#components/shell/refusal.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

export const generateMetadata = () => refusalMetadata("notFound");

export default async function NotFound() {
  const t = await getTranslations("shell");
  return (
    <Refusal
      words="notFound"
      actions={
        <ButtonLink href="/" variant="primary">
          {t("home")}
        </ButtonLink>
      }
    />
  );
}
