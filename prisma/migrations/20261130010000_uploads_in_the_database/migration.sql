-- AlterTable
ALTER TABLE "uploads" ADD COLUMN     "digest" BYTEA;

ALTER TABLE "uploads"
  ADD CONSTRAINT "uploads_digest_size" CHECK (octet_length("digest") = 32);

-- Unlogged: bytes that somebody can send again are not worth the write-ahead log. After a crash the table is empty.
CREATE UNLOGGED TABLE "upload_chunks" (
    "upload_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "upload_chunks_pkey" PRIMARY KEY ("upload_id","position")
);

ALTER TABLE "upload_chunks"
  ADD CONSTRAINT "upload_chunks_size" CHECK (octet_length("bytes") BETWEEN 1 AND 1048576),
  ADD CONSTRAINT "upload_chunks_position" CHECK ("position" >= 0);

-- Each chunk is written and read once: compressing it costs more than it saves.
ALTER TABLE "upload_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

-- CreateTable
CREATE TABLE "problem_lists" (
    "id" UUID NOT NULL,
    "csv" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "problem_lists_pkey" PRIMARY KEY ("id")
);

-- It is compressed already.
ALTER TABLE "problem_lists" ALTER COLUMN "csv" SET STORAGE EXTERNAL;

-- CreateIndex
CREATE INDEX "problem_lists_created_at_idx" ON "problem_lists"("created_at");

-- AddForeignKey
ALTER TABLE "upload_chunks" ADD CONSTRAINT "upload_chunks_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads"("id") ON DELETE CASCADE ON UPDATE CASCADE;
