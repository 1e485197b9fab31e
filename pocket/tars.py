"""Files as one, for whom takes them out as they lie (pocket/js/untar.js)."""

import io
import tarfile
from collections.abc import Mapping


def tar(files: Mapping[str, bytes]) -> bytes:
    """The same files are the same bytes."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(files.items()):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return made.getvalue()
