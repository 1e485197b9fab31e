"""Static files as browsers get them: under names with hashes, each compressed once."""

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from web.scripts import IMPORT

EFFORT = 10  # of 11, which takes more than twice the time for 2 % less


class OnceCompressor(Compressor):
    """For what browsers ask for: fonts in `ttf` are for paper, licences for whoever opens the folder."""

    SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "ttf", "txt")

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        import brotli  # when files are collected, and never by pages

        return brotli.compress(data, quality=EFFORT)


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Pages, styles and scripts name each file with the hash of its content: none asks for a plain name."""

    keep_only_hashed_files = True
    # Imports as we write them; Django's own patterns find some in the comments of others' scripts, too.
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("*.js", ((IMPORT, '%(names)s"%(url)s";'),)),
    )

    def create_compressor(self, extensions: object = None, **options: bool) -> Compressor:
        return OnceCompressor(OnceCompressor.SKIP_COMPRESS_EXTENSIONS, **options)
