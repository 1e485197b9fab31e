"""Static files as browsers get them: under names with hashes, each compressed once."""

import brotli
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

EFFORT = 10  # of 11, which takes more than twice the time for 2 % less


class OnceCompressor(Compressor):
    """For what browsers ask for: fonts in `ttf` are for paper, licences for whoever opens the folder."""

    SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "ttf", "txt")

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return brotli.compress(data, quality=EFFORT)


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Pages and styles name each file with the hash of its content: nothing asks for a plain name."""

    keep_only_hashed_files = True

    def create_compressor(self, extensions: object = None, **options: bool) -> Compressor:
        return OnceCompressor(OnceCompressor.SKIP_COMPRESS_EXTENSIONS, **options)
