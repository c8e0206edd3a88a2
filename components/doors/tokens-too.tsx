import { getFormatter, getTranslations } from "next-intl/server";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";

/** In the same step as the rest; ticked, since whoever shuts strangers out rarely means to leave their programs in. */
export async function TokensToo({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const t = await getTranslations("account");
  return (
    <CheckboxField
      name="tokens"
      label={t("tokensToo", { names: (await getFormatter()).list(names) })}
      hint={t("tokensHint")}
      defaultChecked
    />
  );
}
