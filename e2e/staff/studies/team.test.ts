import { studyPath, teamPath } from "#lib/paths.ts";
import { db } from "#lib/db.ts";
import { ask } from "#e2e/support/ask.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { press } from "#e2e/support/screens.ts";
import { draftStudy, openedStudy } from "#e2e/support/studies.ts";
import { expect, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

thorough(
  "a researcher who is added, on the study's page or on their own, sees the study, and who is removed doesn't, from the next click",
  async ({ page, signInAs, product }) => {
    const study = await openedStudy();
    await signInAs("admin");
    const person = await addPerson("researcher");
    const { cookie } = await signIn(person);
    /** What the researcher gets, elsewhere. */
    const look = async (path: string) => {
      const url = `${product.url}${path}`;
      const { status, text } = await ask(url, { cookie: `${cookie.name}=${cookie.value}` });
      const isDrawn = (words: string) => text.includes(`>${words}<`);
      const isThere = isDrawn(study.title) && text.includes(`href="${studyPath(study.slug)}"`);
      return { status, isThere, isEmpty: isDrawn(t("studies.emptyTitle")) };
    };
    expect(await look("/studies")).toEqual({ status: 200, isThere: false, isEmpty: true });

    await page.goto(teamPath(study.slug));
    await expect(page.getByText(t("team.emptyTitle"))).toBeVisible();
    await page.getByLabel(t("team.add.label"), { exact: true }).selectOption(person.id);
    await press(page, t("team.add.submit"));
    const remove = page.getByRole("button", { name: t("team.remove.openOf", { name: person.name }) });
    await expect(remove).toBeVisible();
    expect(await look("/studies")).toEqual({ status: 200, isThere: true, isEmpty: false });
    expect(await look(studyPath(study.slug))).toMatchObject({ status: 200, isThere: true });

    await remove.click();
    await press(page, t("team.remove.submit", { name: person.name }));
    await expect(page.getByText(t("team.emptyTitle"))).toBeVisible();
    expect(await look(studyPath(study.slug))).toMatchObject({ status: 404, isThere: false });

    await page.goto(`/admin/people/${person.id}`);
    await expect(page.getByText(t("team.person.none", { name: person.name }))).toBeVisible();
    await page.getByLabel(t("team.person.label"), { exact: true }).selectOption(study.id);
    await press(page, t("team.add.submit"));
    await expect(page.getByRole("link", { name: study.title })).toBeVisible();
    expect(await db.studyMember.count({ where: { studyId: study.id, userId: person.id } })).toBe(1);
  },
);

thorough(
  "a study is copied into a new draft, and a draft goes when its title is typed",
  async ({ page, signInAs }) => {
    const study = await openedStudy();
    await signInAs("admin");
    await page.goto(studyPath(study.slug));
    await press(page, t("studies.change.more"));
    await page.getByRole("menuitem", { name: t("studies.copy.open"), exact: true }).click();
    await press(page, t("studies.copy.submit"));
    await expect(page).toHaveURL(new RegExp(`${study.slug}-2/design/frame$`));

    const draft = await draftStudy();
    await page.goto("/studies");
    await page.getByRole("button", { name: t("studies.remove.openOf", { title: draft.title }) }).click();
    const submit = page.getByRole("button", { name: t("studies.remove.submit"), exact: true });
    await expect(submit).toBeDisabled();
    await page.getByLabel(t("studies.remove.typeName", { title: draft.title })).fill(draft.title);
    await submit.click();
    await expect(page.getByText(t("studies.remove.done")).first()).toBeVisible();
    await expect(page.getByRole("link", { name: draft.title })).toHaveCount(0);
    expect(await db.study.count({ where: { id: draft.id } })).toBe(0);
  },
);
