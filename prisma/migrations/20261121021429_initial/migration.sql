-- CreateEnum
CREATE TYPE "role" AS ENUM ('participant', 'researcher', 'admin');

-- CreateEnum
CREATE TYPE "sign_in_method" AS ENUM ('link', 'password', 'passphrase');

-- CreateEnum
CREATE TYPE "task_kind" AS ENUM ('choice', 'rating', 'label', 'traits');

-- CreateEnum
CREATE TYPE "study_state" AS ENUM ('draft', 'open', 'paused', 'closed', 'archived');

-- CreateEnum
CREATE TYPE "stratum" AS ENUM ('selected', 'control', 'attention', 'practice');

-- CreateEnum
CREATE TYPE "recruitment" AS ENUM ('invitation', 'open_link', 'prolific');

-- CreateEnum
CREATE TYPE "sitting_state" AS ENUM ('consented', 'started', 'submitted', 'withdrawn');

-- CreateEnum
CREATE TYPE "job_state" AS ENUM ('queued', 'running', 'done', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "audit_origin" AS ENUM ('web', 'command_line', 'system');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "role" "role" NOT NULL,
    "name" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "secret_hash" TEXT,
    "is_simulated" BOOLEAN NOT NULL DEFAULT false,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3),
    "deactivated_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_ins" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "method" "sign_in_method" NOT NULL,
    "device" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_ins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_links" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "throttles" (
    "key" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "throttles_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "benchmarks" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "benchmarks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tracks" (
    "id" SERIAL NOT NULL,
    "benchmark_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,

    CONSTRAINT "tracks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cases" (
    "id" SERIAL NOT NULL,
    "track_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "kind" "task_kind" NOT NULL,
    "source" TEXT,

    CONSTRAINT "cases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "case_versions" (
    "id" SERIAL NOT NULL,
    "case_id" INTEGER NOT NULL,
    "number" SMALLINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "prompt_hash" BYTEA NOT NULL,
    "original" TEXT NOT NULL,
    "content" JSONB,
    "option_names" TEXT[],
    "option_count" SMALLINT NOT NULL,
    "answer_length" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "case_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "case_golds" (
    "case_version_id" INTEGER NOT NULL,
    "choice" SMALLINT,
    "rating" DOUBLE PRECISION,
    "traits" SMALLINT[],

    CONSTRAINT "case_golds_pkey" PRIMARY KEY ("case_version_id")
);

-- CreateTable
CREATE TABLE "model_runs" (
    "id" SERIAL NOT NULL,
    "benchmark_id" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "method" TEXT NOT NULL DEFAULT 'zero-shot',
    "version" TEXT NOT NULL DEFAULT '',
    "notes" TEXT NOT NULL DEFAULT '',
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "ran_at" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_run_tracks" (
    "run_id" INTEGER NOT NULL,
    "track_id" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "matched" INTEGER NOT NULL,
    "repaired" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "unmatched" INTEGER NOT NULL,
    "missing" INTEGER NOT NULL,

    CONSTRAINT "model_run_tracks_pkey" PRIMARY KEY ("run_id","track_id")
);

-- CreateTable
CREATE TABLE "predictions" (
    "run_id" INTEGER NOT NULL,
    "case_version_id" INTEGER NOT NULL,
    "failed" BOOLEAN NOT NULL DEFAULT false,
    "repaired" BOOLEAN NOT NULL DEFAULT false,
    "choice" SMALLINT,
    "rating" DOUBLE PRECISION,
    "traits" SMALLINT[],
    "probabilities" DOUBLE PRECISION[],

    CONSTRAINT "predictions_pkey" PRIMARY KEY ("run_id","case_version_id")
);

-- CreateTable
CREATE TABLE "model_responses" (
    "run_id" INTEGER NOT NULL,
    "case_version_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "cost" DECIMAL(65,30),
    "tokens" INTEGER,

    CONSTRAINT "model_responses_pkey" PRIMARY KEY ("run_id","case_version_id")
);

-- CreateTable
CREATE TABLE "studies" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "benchmark_id" INTEGER,
    "state" "study_state" NOT NULL DEFAULT 'draft',
    "draft" JSONB NOT NULL,
    "draft_revision" INTEGER NOT NULL DEFAULT 0,
    "has_simulated" BOOLEAN NOT NULL DEFAULT false,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "opened_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "studies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "study_manifests" (
    "study_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "frozen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "study_manifests_pkey" PRIMARY KEY ("study_id")
);

-- CreateTable
CREATE TABLE "study_texts" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "language" TEXT NOT NULL,
    "version" SMALLINT NOT NULL,
    "content" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "study_texts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "study_members" (
    "study_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "study_members_pkey" PRIMARY KEY ("study_id","user_id")
);

-- CreateTable
CREATE TABLE "study_cases" (
    "id" SERIAL NOT NULL,
    "study_id" UUID NOT NULL,
    "case_version_id" INTEGER NOT NULL,
    "stratum" "stratum" NOT NULL,
    "block" INTEGER,

    CONSTRAINT "study_cases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "recruitment" "recruitment" NOT NULL DEFAULT 'invitation',
    "cohort" TEXT,
    "max_uses" INTEGER NOT NULL DEFAULT 1,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "replaced_by_id" UUID,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sittings" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "sitting_state" NOT NULL DEFAULT 'consented',
    "invitation_id" UUID,
    "external_id" TEXT,
    "cohort" TEXT,
    "language" TEXT NOT NULL,
    "consent_text_id" UUID NOT NULL,
    "seed" BIGINT NOT NULL,
    "block" INTEGER,
    "background" JSONB,
    "completion_code" TEXT,
    "time_allowance_ms" INTEGER,
    "is_simulated" BOOLEAN NOT NULL DEFAULT false,
    "consented_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "submitted_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),
    "excluded_at" TIMESTAMPTZ(3),
    "excluded_by_id" UUID,
    "excluded_reason" TEXT,

    CONSTRAINT "sittings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "served_cases" (
    "sitting_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "study_id" UUID NOT NULL,
    "study_case_id" INTEGER NOT NULL,
    "option_order" SMALLINT[],

    CONSTRAINT "served_cases_pkey" PRIMARY KEY ("sitting_id","position")
);

-- CreateTable
CREATE TABLE "answers" (
    "sitting_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "revision" INTEGER NOT NULL,
    "choice" SMALLINT,
    "rating" SMALLINT,
    "traits" SMALLINT[],
    "probabilities" DOUBLE PRECISION[],
    "confidence" DOUBLE PRECISION,
    "reason" TEXT,
    "knows_work" BOOLEAN,
    "is_flagged" BOOLEAN NOT NULL DEFAULT false,
    "active_ms" INTEGER NOT NULL DEFAULT 0,
    "first_answer_ms" INTEGER,
    "focus_losses" INTEGER NOT NULL DEFAULT 0,
    "changes" INTEGER NOT NULL DEFAULT 0,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "answers_pkey" PRIMARY KEY ("sitting_id","position")
);

-- CreateTable
CREATE TABLE "answer_revisions" (
    "id" UUID NOT NULL,
    "sitting_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "revision" INTEGER NOT NULL,
    "value" JSONB NOT NULL,
    "client_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "answer_revisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" "job_state" NOT NULL DEFAULT 'queued',
    "exclusive_key" TEXT,
    "payload" JSONB NOT NULL,
    "result" JSONB,
    "error" TEXT,
    "unit" TEXT NOT NULL DEFAULT 'rows',
    "done" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT,
    "requested_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "heartbeat_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "cancel_requested_at" TIMESTAMPTZ(3),

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "origin" "audit_origin" NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "request_id" TEXT,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_handle_key" ON "users"("handle");

-- CreateIndex
CREATE INDEX "users_role_created_at_idx" ON "users"("role", "created_at");

-- CreateIndex
CREATE INDEX "sign_ins_user_id_ended_at_idx" ON "sign_ins"("user_id", "ended_at");

-- CreateIndex
CREATE INDEX "sign_ins_expires_at_idx" ON "sign_ins"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_links_token_hash_key" ON "sign_in_links"("token_hash");

-- CreateIndex
CREATE INDEX "sign_in_links_user_id_idx" ON "sign_in_links"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_links_expires_at_idx" ON "sign_in_links"("expires_at");

-- CreateIndex
CREATE INDEX "throttles_ends_at_idx" ON "throttles"("ends_at");

-- CreateIndex
CREATE UNIQUE INDEX "benchmarks_slug_key" ON "benchmarks"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "tracks_benchmark_id_name_key" ON "tracks"("benchmark_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "tracks_benchmark_id_position_key" ON "tracks"("benchmark_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "cases_track_id_key_key" ON "cases"("track_id", "key");

-- CreateIndex
CREATE INDEX "case_versions_prompt_hash_idx" ON "case_versions"("prompt_hash");

-- CreateIndex
CREATE UNIQUE INDEX "case_versions_case_id_number_key" ON "case_versions"("case_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "model_runs_benchmark_id_model_method_version_key" ON "model_runs"("benchmark_id", "model", "method", "version");

-- CreateIndex
CREATE INDEX "predictions_case_version_id_idx" ON "predictions"("case_version_id");

-- CreateIndex
CREATE INDEX "model_responses_case_version_id_idx" ON "model_responses"("case_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "studies_slug_key" ON "studies"("slug");

-- CreateIndex
CREATE INDEX "studies_state_created_at_idx" ON "studies"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "study_texts_study_id_language_version_key" ON "study_texts"("study_id", "language", "version");

-- CreateIndex
CREATE UNIQUE INDEX "study_texts_id_study_id_key" ON "study_texts"("id", "study_id");

-- CreateIndex
CREATE INDEX "study_members_user_id_idx" ON "study_members"("user_id");

-- CreateIndex
CREATE INDEX "study_cases_case_version_id_idx" ON "study_cases"("case_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "study_cases_study_id_case_version_id_key" ON "study_cases"("study_id", "case_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "study_cases_id_study_id_key" ON "study_cases"("id", "study_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_code_hash_key" ON "invitations"("code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_replaced_by_id_key" ON "invitations"("replaced_by_id");

-- CreateIndex
CREATE INDEX "invitations_study_id_created_at_idx" ON "invitations"("study_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_id_study_id_key" ON "invitations"("id", "study_id");

-- CreateIndex
CREATE INDEX "sittings_user_id_idx" ON "sittings"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sittings_study_id_user_id_key" ON "sittings"("study_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sittings_study_id_number_key" ON "sittings"("study_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "sittings_study_id_external_id_key" ON "sittings"("study_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "sittings_study_id_completion_code_key" ON "sittings"("study_id", "completion_code");

-- CreateIndex
CREATE UNIQUE INDEX "sittings_id_study_id_key" ON "sittings"("id", "study_id");

-- CreateIndex
CREATE INDEX "served_cases_study_case_id_idx" ON "served_cases"("study_case_id");

-- CreateIndex
CREATE UNIQUE INDEX "served_cases_sitting_id_study_case_id_key" ON "served_cases"("sitting_id", "study_case_id");

-- CreateIndex
CREATE UNIQUE INDEX "answer_revisions_sitting_id_position_revision_key" ON "answer_revisions"("sitting_id", "position", "revision");

-- CreateIndex
CREATE INDEX "jobs_state_created_at_idx" ON "jobs"("state", "created_at");

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");

-- CreateIndex
CREATE INDEX "audit_events_actor_id_at_idx" ON "audit_events"("actor_id", "at");

-- CreateIndex
CREATE INDEX "audit_events_subject_type_subject_id_at_idx" ON "audit_events"("subject_type", "subject_id", "at");

-- AddForeignKey
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracks" ADD CONSTRAINT "tracks_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cases" ADD CONSTRAINT "cases_track_id_fkey" FOREIGN KEY ("track_id") REFERENCES "tracks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_versions" ADD CONSTRAINT "case_versions_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "case_golds" ADD CONSTRAINT "case_golds_case_version_id_fkey" FOREIGN KEY ("case_version_id") REFERENCES "case_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_runs" ADD CONSTRAINT "model_runs_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_run_tracks" ADD CONSTRAINT "model_run_tracks_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "model_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_run_tracks" ADD CONSTRAINT "model_run_tracks_track_id_fkey" FOREIGN KEY ("track_id") REFERENCES "tracks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "predictions" ADD CONSTRAINT "predictions_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "model_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "predictions" ADD CONSTRAINT "predictions_case_version_id_fkey" FOREIGN KEY ("case_version_id") REFERENCES "case_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_responses" ADD CONSTRAINT "model_responses_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "model_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_responses" ADD CONSTRAINT "model_responses_case_version_id_fkey" FOREIGN KEY ("case_version_id") REFERENCES "case_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "studies" ADD CONSTRAINT "studies_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmarks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "studies" ADD CONSTRAINT "studies_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_manifests" ADD CONSTRAINT "study_manifests_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_texts" ADD CONSTRAINT "study_texts_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_members" ADD CONSTRAINT "study_members_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_members" ADD CONSTRAINT "study_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_cases" ADD CONSTRAINT "study_cases_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_cases" ADD CONSTRAINT "study_cases_case_version_id_fkey" FOREIGN KEY ("case_version_id") REFERENCES "case_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_replaced_by_id_fkey" FOREIGN KEY ("replaced_by_id") REFERENCES "invitations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "studies"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_invitation_id_study_id_fkey" FOREIGN KEY ("invitation_id", "study_id") REFERENCES "invitations"("id", "study_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_consent_text_id_study_id_fkey" FOREIGN KEY ("consent_text_id", "study_id") REFERENCES "study_texts"("id", "study_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_excluded_by_id_fkey" FOREIGN KEY ("excluded_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "served_cases" ADD CONSTRAINT "served_cases_sitting_id_study_id_fkey" FOREIGN KEY ("sitting_id", "study_id") REFERENCES "sittings"("id", "study_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "served_cases" ADD CONSTRAINT "served_cases_study_case_id_study_id_fkey" FOREIGN KEY ("study_case_id", "study_id") REFERENCES "study_cases"("id", "study_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answers" ADD CONSTRAINT "answers_sitting_id_position_fkey" FOREIGN KEY ("sitting_id", "position") REFERENCES "served_cases"("sitting_id", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answer_revisions" ADD CONSTRAINT "answer_revisions_sitting_id_position_fkey" FOREIGN KEY ("sitting_id", "position") REFERENCES "served_cases"("sitting_id", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
