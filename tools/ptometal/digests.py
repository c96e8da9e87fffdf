# SPDX-License-Identifier: Apache-2.0
"""SHA-256 from where hashlib has it too. hashlib itself loads OpenSSL: 5 ms, a tenth of what an unchanged run takes."""
try:
    from _sha2 import sha256      # Python 3.12 and later
except ImportError:
    try:
        from _sha256 import sha256
    except ImportError:
        from hashlib import sha256

__all__ = ["sha256"]
